import type { RequestHandler } from "express";
import type { DescribedRoute } from "../../route.ts";
import { describeApi } from "./describe-api.ts";

/**
 * Answers with the OpenAPI description, which is made for the first request: most processes are never asked. As bytes,
 * because Express would copy a text of its size for every request.
 */
export function serveDescription(routes: readonly DescribedRoute[], serverUrl: string): RequestHandler {
  let description: Buffer | undefined;
  return (_request, response) => {
    description ??= Buffer.from(JSON.stringify(describeApi(routes, serverUrl)));
    response.type("application/json").send(description);
  };
}
