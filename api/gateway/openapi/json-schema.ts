import { z } from "zod";
import { schemaNames } from "../../../platform/web/schema-names.ts";

export type JsonSchema = Record<string, unknown>;

export interface ObjectSchema extends JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

interface About {
  id?: string | undefined;
  [name: string]: unknown;
}

/** Collects the metadata of a schema from zod, and its name. */
class Described extends z.core.$ZodRegistry<About> {
  override get<S extends z.core.$ZodType>(schema: S): About | undefined {
    const [about, name] = [z.globalRegistry.get(schema), schemaNames.get(schema)];
    return about === undefined && name === undefined ? undefined : { ...about, ...name };
  }
}
const described = new Described();

/** The schema as JSON Schema 2020-12. If a format suffices, zod's long pattern for it is omitted. */
export function toJsonSchema(schema: z.core.$ZodType, io: "input" | "output"): ObjectSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    metadata: described,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // zod omits it for transformed inputs, although ours show what callers send.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (examples !== undefined) jsonSchema.examples = examples as typeof jsonSchema.examples & unknown[];
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  }) as JsonSchema;
  return json;
}

export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
