import { allRoutes, type RouteDeps } from "../../api/all-routes.ts";
import { describeApi } from "../../api/gateway/openapi/describe-api.ts";

const ANYWHERE = "https://compliance.example.com";

/** Generating the description runs no route: these are only needed while the list is created. */
const deps = {
  tokens: { issuer: ANYWHERE, audience: "api" },
  rotationKey: Buffer.alloc(32),
  mcpEnabled: true,
  publicUrl: ANYWHERE,
  corsOrigins: [],
} as unknown as RouteDeps;

/** The OpenAPI description of the API, without starting it. */
export const describeOffline = (): string => JSON.stringify(describeApi(allRoutes(deps), ANYWHERE));
