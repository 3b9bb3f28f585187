import { allRoutes, type RouteDeps } from "../../api/all-routes.ts";
import { describeApi } from "../../api/gateway/openapi/describe-api.ts";

const ANYWHERE = "https://compliance.example.com";

/** Describing runs no route: these are asked for while the list is made. */
const deps = {
  tokens: { issuer: ANYWHERE, audience: "api" },
  rotationKey: Buffer.alloc(32),
  mcpEnabled: true,
  publicUrl: ANYWHERE,
  corsOrigins: [],
} as unknown as RouteDeps;

/** The OpenAPI description of the API, without a running one. */
export const describeOffline = (): string => JSON.stringify(describeApi(allRoutes(deps), ANYWHERE));
