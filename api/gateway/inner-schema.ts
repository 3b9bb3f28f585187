import { z } from "zod";

/** The wrapped schema, without optionality. */
export function innerSchema(schema: unknown): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return innerSchema(schema.unwrap());
  return schema;
}
