import { z } from "zod";

/** What a schema is about, without what says that it may be missing. */
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
