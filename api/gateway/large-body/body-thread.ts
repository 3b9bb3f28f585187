import { hash } from "node:crypto";
import type { MessagePort } from "node:worker_threads";
import type { z } from "zod";
import { AppError, type FieldError } from "../../../platform/errors.ts";
import { parseJson } from "../../../platform/web/parse-json.ts";
import type { LargeBody } from "../../route.ts";
import { parsePart } from "../parse-part.ts";
import { piecesOf } from "./body-pieces.ts";

/** A body to read, and the port for its pieces. */
export interface BodyTask {
  bytes: Uint8Array;
  expected: LargeBody;
  port: MessagePort;
}

/** The problems of a body, or its SHA-256 once all its pieces have been sent. */
export type BodyAnswer = { errors: FieldError[] } | { bodyDigest: string };

async function read({ bytes, expected, port }: BodyTask): Promise<BodyAnswer> {
  const { module, name } = expected.schema;
  const schema = ((await import(module)) as Record<string, z.core.$ZodType>)[name]!;
  const errors: FieldError[] = [];
  const body = parsePart(schema, "body", await parseJson(Buffer.from(bytes), expected), errors);
  if (errors.length > 0) return { errors };
  for (const piece of piecesOf(body as Record<string, unknown>)) port.postMessage(piece);
  return { bodyDigest: hash("sha256", bytes, "base64url") };
}

/** In a separate thread: everything it returns or throws is copied. */
export const readBody = (task: BodyTask): Promise<BodyAnswer> =>
  read(task).catch((error: unknown) => {
    if (error instanceof AppError) return { errors: error.details["errors"] as FieldError[] };
    throw error;
  });
