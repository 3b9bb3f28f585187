import type { Response } from "express";
import { z } from "zod";
import { AccessDenied } from "../../../domain/access/access-denied.ts";
import type { AppError } from "../../../platform/errors.ts";
import type { ErrorWriter } from "../../../platform/web/answer-errors.ts";
import { RESOURCE_METADATA_PATH } from "./resource-metadata.ts";

const McpErrorBody = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.null(),
  error: z.object({ code: z.int(), message: z.string(), data: z.record(z.string(), z.unknown()) }),
});

/** For errors of a server's own (JSON-RPC 2.0, 5.1). */
const SERVER_ERROR = -32_000;

/** Errors before a message reaches the protocol: as JSON-RPC has them, with the way to sign in for whoever has not. */
export function createMcpErrorWriter(publicUrl: string): ErrorWriter {
  const metadata = `resource_metadata="${publicUrl}${RESOURCE_METADATA_PATH}"`;
  const write = (response: Response, error: AppError): void => {
    response.set("Cache-Control", "no-store");
    if (error.status === 401) response.set("WWW-Authenticate", `Bearer ${metadata}`);
    // What other refusals want is nothing that a token with more scopes would give.
    if (error.status === 403 && error.cause instanceof AccessDenied)
      response.set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="read", ${metadata}`);
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
