import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

export interface ObjectSchema extends JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** The schema as JSON Schema 2020-12. Where a format says it all, zod's long pattern for it is left out. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): ObjectSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // Left out by zod where input is transformed, although ours show what callers write.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (examples !== undefined) jsonSchema.examples = examples as typeof jsonSchema.examples & unknown[];
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  }) as JsonSchema;
  return json;
}

export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
