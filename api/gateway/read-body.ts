import { isUtf8 } from "node:buffer";
import type { Request, Response } from "express";
import { AppError, invalid } from "../../platform/errors.ts";
import { createBodyReader, createJsonReader } from "../../platform/web/body-reader.ts";
import type { Route } from "../route.ts";
import { FORM_TYPE, readForm } from "./read-form.ts";

const readJson = createJsonReader("1mb");
const readLargeJson = createJsonReader("16mb");
/** Many times what the widest of the schemas takes. */
const BOUNDS = { values: 20_000 };
const readFormBytes = createBodyReader({ type: FORM_TYPE, limit: "64kb" });
const readRaw = createBodyReader({ type: () => true, limit: "4mb", inflate: false });

function requireJson(request: Request): void {
  // False is a body of another type or of none that is said, null no body at all.
  if (request.is("application/json") !== false) return;
  const message = "Send the body as application/json";
  throw new AppError("VALIDATION_ERROR", message, {
    status: 415,
    details: { field: "Content-Type", error: message },
  });
}

async function formOf(request: Request, response: Response): Promise<Record<string, string>> {
  const bytes = await readFormBytes(request, response);
  if (bytes !== undefined && !isUtf8(bytes)) throw invalid({ field: "body", error: "not valid UTF-8" });
  return readForm(request, bytes?.toString("utf8"));
}

/** The body as it was sent, but for the file of a multipart form; what is valid JSON but no object is for the schema to refuse, in words that fit. */
export async function readBody(route: Route, request: Request, response: Response): Promise<unknown> {
  const { body, form, largeBody, rawBody } = route;
  if (rawBody !== undefined) return void (await readRaw(request, response));
  if (form === true) return formOf(request, response);
  if (body === undefined) return undefined;
  requireJson(request);
  const value = await (largeBody === undefined
    ? readJson(request, response, BOUNDS)
    : readLargeJson(request, response, largeBody));
  return value === undefined ? {} : value;
}
