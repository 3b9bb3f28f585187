import { exampleOf } from "./example.ts";
import type { Document } from "./hoist-schemas.ts";
import { schemaRef, type JsonSchema } from "./json-schema.ts";

interface MediaType extends JsonSchema {
  schema?: JsonSchema;
}

/** Has an example already, and varies by status. */
const ERROR = schemaRef("ErrorAnswer")["$ref"];
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** Adds an example of every JSON body, for requests and responses. */
export function addExamples(document: Document): JsonSchema {
  const { schemas } = document.components;
  const withExample = (mediaType: MediaType): MediaType =>
    mediaType.schema === undefined || mediaType.schema["$ref"] === ERROR
      ? mediaType
      : { ...mediaType, example: exampleOf(mediaType.schema, schemas) };
  const add = (node: unknown, key: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => add(item, ""));
    if (typeof node !== "object" || node === null) return node;
    if (key === "schemas") return node;
    if (JSON_TYPE.test(key)) return withExample(node as MediaType);
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, add(value, name)]));
  };
  return add(document, "") as JsonSchema;
}
