import type { Request, Response } from "express";
import type { z } from "zod";
import { AppError, invalid, type FieldError } from "../../platform/errors.ts";
import { createJsonReader } from "../../platform/web/body-reader.ts";
import { fieldErrors } from "../../platform/web/field-errors.ts";

const readJson = createJsonReader("64kb");
const BOUNDS = { values: 1_000 };

/**
 * The parsed and the original body; throws VALIDATION_ERROR with every problem, and 415 for anything but
 * JSON.
 */
export async function parseBody<T extends z.ZodType>(
  schema: T,
  request: Request,
  response: Response,
): Promise<{ parsed: z.output<T>; sent: unknown }> {
  if (request.is("application/json") === false) {
    throw new AppError("VALIDATION_ERROR", "The body must be application/json", { status: 415 });
  }
  const sent = await readJson(request, response, BOUNDS);
  const parsed = schema.safeParse(sent);
  if (parsed.success) return { parsed: parsed.data, sent };
  throw invalid(...(fieldErrors("body", parsed.error, sent) as [FieldError, ...FieldError[]]));
}
