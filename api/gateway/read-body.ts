import { isUtf8 } from "node:buffer";
import type { Request, Response } from "express";
import { invalid, refused } from "../../platform/errors.ts";
import { createBodyReader, createJsonBytesReader, createJsonReader } from "../../platform/web/body-reader.ts";
import { hasBody } from "../../platform/web/has-body.ts";
import { parseJson } from "../../platform/web/parse-json.ts";
import type { LargeBody, Route } from "../route.ts";
import type { CheckedBody, LargeBodies } from "./large-body/create-large-bodies.ts";
import { FORM_TYPE, readForm } from "./read-form.ts";

const readJson = createJsonReader("1mb");
const readLargeJson = createJsonBytesReader("16mb");
/** A shorter body is parsed at once: passing it to a thread would take longer. */
const READ_HERE_BYTES = 256 * 1024;
/** Many times what the widest schema needs. */
const BOUNDS = { values: 20_000 };
const readFormBytes = createBodyReader({ type: FORM_TYPE, limit: "64kb" });
/** Only Meta's bodies are read this way, and this is the most it sends. */
const readRaw = createBodyReader({ type: () => true, limit: "3mb", inflate: false });

/** An absent body needs no type: browsers send none with `Content-Length: 0`. */
function requireJson(request: Request): void {
  if (!hasBody(request) || request.is("application/json") !== false) return;
  throw refused(415, "Content-Type", "Send the body as application/json");
}

async function formOf(request: Request, response: Response): Promise<Record<string, string>> {
  const bytes = await readFormBytes(request, response);
  if (bytes !== undefined && !isUtf8(bytes)) throw invalid({ field: "body", error: "not valid UTF-8" });
  return readForm(request, bytes?.toString("utf8"));
}

/** The sender of a body, and the reader for large ones. */
export interface BodySender {
  caller: string;
  largeBodies: LargeBodies;
}

/** The body as sent or, for a large one, as parsed by its schema. */
export type ReadBody = { sent: unknown } | CheckedBody;

async function readLarge(
  request: Request,
  response: Response,
  expected: LargeBody,
  { caller, largeBodies }: BodySender,
): Promise<ReadBody> {
  const bytes = (await readLargeJson(request, response)) ?? Buffer.alloc(0);
  if (bytes.length > READ_HERE_BYTES) return largeBodies.read(caller, bytes, expected);
  return { sent: bytes.length === 0 ? {} : await parseJson(bytes, expected) };
}

/**
 * A multipart form is not read here; the schema refuses JSON that is not an object, with a fitting message.
 */
export async function readBody(
  route: Route,
  request: Request,
  response: Response,
  sender: BodySender,
): Promise<ReadBody> {
  const { body, form, largeBody, rawBody } = route;
  if (rawBody !== undefined) return { sent: void (await readRaw(request, response)) };
  if (form === true) return { sent: await formOf(request, response) };
  if (body === undefined) return { sent: undefined };
  requireJson(request);
  if (largeBody !== undefined) return readLarge(request, response, largeBody, sender);
  const sent = await readJson(request, response, BOUNDS);
  return { sent: sent === undefined ? {} : sent };
}
