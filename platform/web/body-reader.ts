import express, { type Request, type Response } from "express";
import { AppError, refused } from "../errors.ts";
import { parseJson } from "./parse-json.ts";
import type { JsonBounds } from "./survey-json.ts";

export interface BodyLimits {
  /** Bodies of other types are not read. */
  type: string | (() => boolean);
  limit: string;
  /** Whether compressed bodies are accepted and decompressed; true by default. */
  inflate?: boolean;
}

const isCutShort = (error: Error): boolean => "type" in error && error.type === "request.aborted";

/** The caller disconnected, which its error code would report as an outage of ours. */
const cutShort = (cause: Error): AppError =>
  new AppError("VALIDATION_ERROR", "The request body ended before it was complete", {
    details: { field: "body", error: "incomplete" },
    cause,
  });

/**
 * Reads the bytes of a body into `request.body` and returns them; undefined if there is no body of that type.
 */
export function createBodyReader(limits: BodyLimits) {
  const read = express.raw(limits);
  return (request: Request, response: Response): Promise<Buffer | undefined> =>
    new Promise((resolve, reject) => {
      read(request, response, (error?: Error) => {
        if (error === undefined) resolve(Buffer.isBuffer(request.body) ? request.body : undefined);
        else reject(isCutShort(error) ? cutShort(error) : error);
      });
    });
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** JSON is UTF-8 (RFC 8259, 8.1). */
function refuseOtherCharset(request: Request): void {
  const charset = CHARSET.exec(request.get("content-type") ?? "")?.[1] ?? "utf-8";
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw refused(415, "Content-Type", "Send JSON as UTF-8");
}

/** Reads the bytes of a JSON body; returns undefined if there is none. */
export function createJsonBytesReader(limit: string) {
  const read = createBodyReader({ type: "application/json", limit });
  return async (request: Request, response: Response): Promise<Buffer | undefined> => {
    const bytes = await read(request, response);
    if (bytes !== undefined) refuseOtherCharset(request);
    return bytes;
  };
}

/** Reads a JSON body; returns undefined if there is none, and an empty object for an empty one. */
export function createJsonReader(limit: string) {
  const read = createJsonBytesReader(limit);
  return async (request: Request, response: Response, bounds: JsonBounds): Promise<unknown> => {
    const bytes = await read(request, response);
    if (bytes === undefined) return undefined;
    return bytes.length === 0 ? {} : parseJson(bytes, bounds);
  };
}
