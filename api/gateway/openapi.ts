import type { AccessRule } from "../../domain/access/access-rule.ts";
import { accessRules } from "../../domain/access/decide.ts";
import { z } from "zod";
import type { Route } from "../route.ts";
import { FORM_TYPE } from "./read-form.ts";

type JsonSchema = Record<string, unknown>;

const toSchema = (schema: z.ZodType, io: "input" | "output"): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
  return json;
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const jsonContent = (schema: JsonSchema) => ({ "application/json": { schema } });

function parameters(schema: z.ZodType | undefined, where: "path" | "query"): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function requestBody(route: Route): JsonSchema | undefined {
  if (route.body === undefined) return undefined;
  const schema = toSchema(route.body, "input");
  if (route.form === true) return { required: true, content: { [FORM_TYPE]: { schema } } };
  if (route.multipart !== true) return { required: true, content: jsonContent(schema) };
  const { properties = {}, required = [] } = schema as { properties?: JsonSchema; required?: string[] };
  const form = {
    ...schema,
    properties: { file: { type: "string", format: "binary" }, ...properties },
    required: ["file", ...required],
  };
  return { required: true, content: { "multipart/form-data": { schema: form } } };
}

function success(route: Route): JsonSchema {
  if (route.answer === "raw")
    return { description: "The content itself", content: { "*/*": { schema: {} } } };
  const data = route.output === undefined ? undefined : toSchema(route.output, "output");
  if (route.answer === "bare") return { description: "Success", content: jsonContent(data ?? {}) };
  const extra = data === undefined ? {} : { properties: { data }, required: ["data"] };
  return {
    description: "Success",
    content: jsonContent({ allOf: [ref("Envelope"), { type: "object", ...extra }] }),
  };
}

/** Protocol routes word their errors themselves. */
const failure = (route: Route, description: string): JsonSchema =>
  route.writeError === undefined ? { description, content: jsonContent(ref("Error")) } : { description };

function responses(route: Route): JsonSchema {
  const guarded = route.access.kind !== "open";
  return {
    [String(route.status ?? 200)]: success(route),
    "400": failure(route, "Invalid request parameters"),
    ...(guarded
      ? {
          "401": failure(route, "Authentication required"),
          "403": failure(route, "Insufficient permissions"),
        }
      : {}),
    ...(route.params === undefined
      ? {}
      : { "404": failure(route, "Not found, or not visible to the caller") }),
    "429": failure(route, "Rate limit exceeded"),
    default: failure(route, "Any other failure"),
  };
}

/** The credentials a route takes, as OpenAPI alternatives. */
function credentialsOf({ access }: Route): JsonSchema[] {
  if (access.kind === "open") return [];
  const rule: AccessRule | null = access.kind === "signedIn" ? null : accessRules[access.action];
  return rule?.bearerOnly === true ? [{ bearer: [] }] : [{ bearer: [] }, { apiKey: [] }];
}

const accessSentence = ({ access }: Route): string => {
  if (access.kind === "open") return `Open to everyone: ${access.because}.`;
  return access.kind === "signedIn"
    ? `Takes the scope \`${access.scope}\`.`
    : `Access rule: \`${access.action}\`.`;
};

function operation(route: Route): JsonSchema {
  const body = requestBody(route);
  return {
    operationId: `${route.method}${route.path.replace(/[^a-zA-Z0-9]+(\w?)/g, (_, c: string) => c.toUpperCase())}`,
    tags: [route.path.split("/").find((part) => !["", "api", "v1"].includes(part)) ?? "service"],
    summary: route.summary,
    description: accessSentence(route),
    parameters: [...parameters(route.params, "path"), ...parameters(route.query, "query")],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responses(route),
    security: credentialsOf(route),
  };
}

const ENVELOPE = {
  type: "object",
  properties: {
    success: { const: true },
    message: { type: "string" },
    timestamp: { type: "string", format: "date-time" },
    request_id: { type: "string" },
  },
  required: ["success", "timestamp", "request_id"],
};

const ERROR = {
  type: "object",
  properties: {
    success: { const: false },
    error: {
      type: "object",
      properties: { code: { type: "string" }, message: { type: "string" }, details: { type: "object" } },
      required: ["code", "message", "details"],
    },
    timestamp: { type: "string", format: "date-time" },
    request_id: { type: "string" },
  },
  required: ["success", "error", "timestamp", "request_id"],
};

/** The OpenAPI 3.1 description of exactly the routes that are mounted. */
export function describeApi(routes: readonly Route[], serverUrl: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Compliance Management Service",
      version: "1.0.0",
      description: "Projects, controls, evidence and search over it.",
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { Envelope: ENVELOPE, Error: ERROR },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
    },
  };
}
