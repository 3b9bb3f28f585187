import { z } from "zod";
import type { DescribedRoute } from "../../route.ts";
import { collectionOf } from "../created-location.ts";
import { CSV_MOST_ROWS, CSV_TYPE } from "../csv-answer.ts";
import { listShape } from "../list-shape.ts";
import { hasEntityTag } from "../preconditions.ts";
import { FORM_TYPE } from "../read-form.ts";
import { addExamples } from "./example.ts";
import { hoistSchemas } from "./hoist-schemas.ts";
import { toJsonSchema, type JsonSchema, type ObjectSchema } from "./json-schema.ts";
import { parametersOf } from "./parameters.ts";
import { retrievalRoutes } from "./retrieval-routes.ts";
import { responseComponents, responsesOf } from "./responses.ts";
import { accessSentence, credentialsOf, securitySchemes } from "./security.ts";

/** Of the interface, not of the build: it changes only with what callers may rely on. */
const INTERFACE_VERSION = "1.0.0";

const DESCRIPTION = `Compliance projects with their controls, evidence and findings, and search over the evidence.

Other methods on a path return 405 with \`Allow\`, and \`OPTIONS\` lists the supported ones. No field accepts NUL characters or half a surrogate pair.`;

const CSV_SENTENCE = `With \`Accept: ${CSV_TYPE}\` the answer is a file with the rows of all pages, at most ${CSV_MOST_ROWS}; \`page\` and \`limit\` are then ignored.`;

const FILE = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };

/** The fields of a form with its file; if they are a named schema, it contains the file. */
function withFile({ $ref, $defs, ...fields }: ObjectSchema): ObjectSchema {
  if (typeof $ref !== "string") {
    const properties = { file: FILE, ...fields.properties };
    return {
      ...fields,
      properties,
      required: ["file", ...(fields.required ?? [])],
      ...($defs === undefined ? {} : { $defs }),
    };
  }
  const name = $ref.replace("#/$defs/", "");
  const schemas = $defs as Record<string, ObjectSchema>;
  return { $ref, $defs: { ...schemas, [name]: withFile(schemas[name]!) } };
}

function requestBody({ body: parsed, form, multipart, rawBody }: DescribedRoute): JsonSchema | undefined {
  const body = parsed ?? rawBody;
  if (body === undefined) return undefined;
  const schema = toJsonSchema(body, "input");
  if (multipart === true)
    return { required: true, content: { "multipart/form-data": { schema: withFile(schema) } } };
  const mediaType = form === true ? FORM_TYPE : "application/json";
  return { required: !z.safeParse(body, {}).success, content: { [mediaType]: { schema } } };
}

const tagOf = ({ path }: DescribedRoute): string =>
  path.split("/").find((part) => !["", "api", "v1"].includes(part)) ?? "service";

function operation(route: DescribedRoute, routes: readonly DescribedRoute[]): JsonSchema {
  const reader = routes.find((other) => other.path === route.path && hasEntityTag(other));
  const body = requestBody(route);
  return {
    operationId: `${route.method}${route.path.replace(/[^a-zA-Z0-9]+(\w?)/g, (_, c: string) => c.toUpperCase())}`,
    tags: [tagOf(route)],
    summary: route.summary,
    description: [accessSentence(route.access), ...(listShape(route) === null ? [] : [CSV_SENTENCE])].join(
      "\n\n",
    ),
    parameters: parametersOf(route, reader),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(route, collectionOf(route, routes) !== undefined),
    security: credentialsOf(route.access),
  };
}

/** The prefix of versioned paths: the base path of the servers. */
const VERSION = "/api/v1";

/** Paths without a version have their own server. */
function pathItem(path: string, serverUrl: string): [path: string, own: JsonSchema] {
  const name = path.replace(/:(\w+)/g, "{$1}");
  return name.startsWith(`${VERSION}/`)
    ? [name.slice(VERSION.length), {}]
    : [name, { servers: [{ url: serverUrl }] }];
}

/**
 * The OpenAPI 3.1 description of exactly the mounted routes, and of those that the gateway forwards to the
 * search service.
 */
export function describeApi(mounted: readonly DescribedRoute[], serverUrl: string): JsonSchema {
  const routes = [...mounted, ...retrievalRoutes];
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const [path, own] = pathItem(route.path, serverUrl);
    paths[path] = { ...own, ...paths[path], [route.method]: operation(route, routes) };
  }
  const described = {
    openapi: "3.1.0",
    info: { title: "Compliance Management Service", version: INTERFACE_VERSION, description: DESCRIPTION },
    servers: [{ url: serverUrl + VERSION }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: { ...responseComponents(), securitySchemes: securitySchemes(serverUrl) },
  };
  return addExamples(hoistSchemas(described));
}
