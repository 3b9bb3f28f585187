import type { z } from "zod";
import type { FieldError } from "../../platform/errors.ts";
import { fieldErrors } from "../../platform/web/field-errors.ts";
import { unstorableFields } from "./storable-text.ts";

/** Parses one part of the request, adding its problems to `errors`. */
export function parsePart(
  schema: z.ZodType | undefined,
  part: string,
  value: unknown,
  errors: FieldError[],
): unknown {
  if (schema === undefined) return {};
  const parsed = schema.safeParse(value);
  errors.push(...(parsed.success ? unstorableFields(value) : fieldErrors(part, parsed.error, value)));
  return parsed.success ? parsed.data : {};
}
