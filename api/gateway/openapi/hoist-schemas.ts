import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "./json-schema.ts";

const LOCAL = "#/$defs/";
const SHARED = "#/components/schemas/";

export interface Document extends JsonSchema {
  components: { schemas: Record<string, JsonSchema> };
}

/**
 * Moves each named schema to `components`, and replaces its uses by references. Throws if two schemas have
 * the same name.
 */
export function hoistSchemas(document: Document): Document {
  const schemas: Record<string, JsonSchema> = {};
  const keep = (name: string, schema: JsonSchema): void => {
    if (name in schemas && !isDeepStrictEqual(schemas[name], schema))
      throw new Error(`Two schemas are named "${name}": give one of them another id`);
    schemas[name] = schema;
  };
  const hoist = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(hoist);
    if (typeof node !== "object" || node === null) return node;
    const { $defs = {}, ...rest } = node as JsonSchema & { $defs?: JsonSchema };
    for (const [name, schema] of Object.entries($defs)) keep(name, hoist(schema) as JsonSchema);
    return Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [
        key,
        key === "$ref" && typeof value === "string" ? value.replace(LOCAL, SHARED) : hoist(value),
      ]),
    );
  };
  const hoisted = hoist(document) as Document;
  const { components } = hoisted;
  return { ...hoisted, components: { ...components, schemas: { ...components.schemas, ...schemas } } };
}
