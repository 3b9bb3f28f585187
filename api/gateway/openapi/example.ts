import { type JsonSchema, type ObjectSchema, schemaRef } from "./json-schema.ts";
import type { Document } from "./hoist-schemas.ts";

/** Example texts, by field name. */
const TEXTS: Readonly<Record<string, string>> = {
  action: "evidence.approved",
  category: "Logical and Physical Access Controls",
  content: "Access to production is reviewed every quarter.",
  description: "The policy that the board approved in January",
  display_name: "Ada Lovelace",
  email: "ada@example.com",
  file_name: "access-policy.pdf",
  framework: "soc2",
  name: "Acme",
  note: "Dated, signed, and inside the period",
  number: "CC6.1",
  question: "Who may approve an emergency change?",
  reason: "The period has ended",
  role: "customer",
  text: "Access to production is reviewed every quarter.",
  title: "Access control policy",
  trust_category: "security",
};

const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-03-31",
  "date-time": "2026-03-31T09:30:00.000Z",
  email: "ada@example.com",
  ipv4: "192.0.2.1",
  uri: "https://example.com/",
  uuid: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f",
};

type Schemas = Readonly<Record<string, JsonSchema>>;

const SHARED = "#/components/schemas/";

const textOf = ({ format, minLength = 0 }: JsonSchema, field: string): string => {
  const text = FORMATS[String(format)] ?? TEXTS[field] ?? field.replaceAll("_", " ");
  return text.padEnd(Number(minLength), "x");
};

const numberOf = ({ minimum, exclusiveMinimum, maximum = 100 }: JsonSchema): number =>
  Math.min(Math.max(1, Number(minimum ?? 1), Number(exclusiveMinimum ?? 0) + 1), Number(maximum));

/** An object or a map, whose keys may be limited. */
function objectOf(schema: ObjectSchema, schemas: Schemas): JsonSchema {
  const names = (schema["propertyNames"] as { enum?: string[] } | undefined)?.enum;
  if (names !== undefined) {
    const value = exampleOf((schema["additionalProperties"] ?? {}) as JsonSchema, schemas);
    return Object.fromEntries(names.map((name) => [name, value]));
  }
  const entries = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    exampleOf(property, schemas, name),
  ]);
  return Object.fromEntries(entries) as JsonSchema;
}

function byType(schema: JsonSchema, schemas: Schemas, field: string): unknown {
  switch (schema["type"]) {
    case "string":
      return textOf(schema, field);
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return true;
    case "array": {
      const items = (schema["items"] ?? {}) as JsonSchema;
      return Object.keys(items).length === 0 ? [] : [exampleOf(items, schemas, field)];
    }
    case "object":
      return objectOf(schema, schemas);
    default:
      return null;
  }
}

/** The first meaningful one of alternatives, or all parts combined. */
function composed(schema: JsonSchema, schemas: Schemas, field: string): unknown {
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as JsonSchema[] | undefined;
  if (alternatives !== undefined) return exampleOf(alternatives[0]!, schemas, field);
  const parts = schema["allOf"] as JsonSchema[] | undefined;
  if (parts === undefined) return byType(schema, schemas, field);
  return Object.assign({}, ...parts.map((part) => exampleOf(part, schemas, field))) as JsonSchema;
}

/** A value that matches the schema: its own example, or one composed from those of its parts. */
function exampleOf(schema: JsonSchema, schemas: Schemas, field = ""): unknown {
  const [given] = (schema["examples"] ?? schema["enum"] ?? []) as unknown[];
  if (given !== undefined) return given;
  if ("const" in schema) return schema["const"];
  if ("default" in schema) return schema["default"];
  const ref = schema["$ref"];
  if (typeof ref === "string") return exampleOf(schemas[ref.replace(SHARED, "")]!, schemas, field);
  return composed(schema, schemas, field);
}

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
