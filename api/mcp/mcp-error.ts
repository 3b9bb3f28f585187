import type { Response } from "express";
import { z } from "zod";
import type { AppError } from "../../platform/errors.ts";
import type { ErrorWriter } from "../../platform/web/answer-errors.ts";
import { bearerChallenge } from "../../platform/web/bearer-challenge.ts";
import { RESOURCE_METADATA_PATH } from "./resource-metadata.ts";

const McpErrorBody = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.null(),
  error: z.object({ code: z.int(), message: z.string(), data: z.record(z.string(), z.unknown()) }),
});

/** For server errors (JSON-RPC 2.0, 5.1). */
const SERVER_ERROR = -32_000;

/**
 * Errors before a message reaches the protocol: as JSON-RPC, with a pointer to the sign-in for callers
 * without one.
 */
export function createMcpErrorWriter(publicUrl: string): ErrorWriter {
  const metadata = { resource_metadata: `${publicUrl}${RESOURCE_METADATA_PATH}` };
  const write = (response: Response, error: AppError): void => {
    response.set("Cache-Control", "no-store");
    const challenge = bearerChallenge(error, metadata);
    if (challenge !== null) response.set("WWW-Authenticate", challenge);
    const body: z.infer<typeof McpErrorBody> = {
      jsonrpc: "2.0",
      id: null,
      error: {
        code: SERVER_ERROR,
        message: error.message,
        data: { code: error.code, details: error.details },
      },
    };
    response.status(error.status).json(body);
  };
  return Object.assign(write, { mediaType: "application/json", schema: McpErrorBody });
}
