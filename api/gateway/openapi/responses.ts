import { STATUS_CODES } from "node:http";
import { ErrorEnvelope, SuccessEnvelope } from "../../../platform/web/envelope.ts";
import { writeEnvelope } from "../../../platform/web/answer-errors.ts";
import type { DescribedRoute } from "../../route.ts";
import { CSV_TYPE } from "../csv-answer.ts";
import { listShape } from "../list-shape.ts";
import { hasEntityTag, takesIfMatch } from "../preconditions.ts";
import { schemaRef, toJsonSchema, type JsonSchema } from "./json-schema.ts";

/** Meanings of the statuses that routes return without declaring them. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: "The request is not valid; `details` names the field",
  401: "Authentication required, or the credential is not valid",
  403: "The caller may not do this",
  404: "Not found, or not visible to the caller",
  409: "The resource's current state does not allow this",
  413: "The body is too large",
  415: "Unsupported media type or encoding",
  429: "Rate limit exceeded; `details` has `limit`, `remaining` and `reset_time`",
  500: "Internal error; quote the request id when you report it",
  503: "A dependency is unavailable. Try again shortly.",
};

const isGuarded = ({ access }: DescribedRoute): boolean => access.kind !== "open";

/** Which routes return a status, by their properties. */
const ANSWERED_BY: readonly [status: number, isAnsweredBy: (route: DescribedRoute) => boolean][] = [
  [400, (route) => isGuarded(route) || [route.params, route.query, route.body].some(Boolean)],
  [401, isGuarded],
  [403, isGuarded],
  [404, (route) => route.params !== undefined],
  [409, (route) => isGuarded(route) && route.method !== "get"],
  [413, (route) => (route.body ?? route.rawBody) !== undefined],
  [415, (route) => (route.body ?? route.rawBody) !== undefined],
  [429, ({ uncounted }) => uncounted !== true],
  [500, () => true],
  [503, () => true],
];

const integer = { schema: { type: "integer" } };

/** Part of every response. */
const RATE_HEADERS: Readonly<Record<string, JsonSchema>> = {
  "X-RateLimit-Limit": {
    description: "For the window with the fewest requests left",
    required: true,
    ...integer,
  },
  "X-RateLimit-Remaining": { required: true, ...integer },
  "X-RateLimit-Reset": { description: "Epoch seconds", required: true, ...integer },
  "RateLimit-Policy": { description: "Both windows", schema: { type: "string" } },
  RateLimit: { schema: { type: "string" } },
};
const HEADERS: Readonly<Record<string, JsonSchema>> = {
  "X-Request-Id": {
    description: "Request id, also in the envelope and the logs; a valid one sent by the caller is kept",
    required: true,
    schema: { type: "string" },
  },
  ...RATE_HEADERS,
  "Retry-After": { description: "Seconds", required: true, ...integer },
  "WWW-Authenticate": {
    description: "With 403, only when the token lacks a scope: names the missing one",
    schema: { type: "string" },
  },
  Location: { required: true, schema: { type: "string" } },
  "X-Total-Count": { description: "For CSV: number of rows in the file", ...integer },
};
/** The header that a response with this status has as well. */
const ALSO: Readonly<Record<number, string>> = {
  302: "Location",
  303: "Location",
  401: "WWW-Authenticate",
  403: "WWW-Authenticate",
  429: "Retry-After",
};

const headersOf = (status: number, also = ALSO[status]): JsonSchema => {
  const names = ["X-Request-Id", ...Object.keys(RATE_HEADERS), ...(also ? [also] : [])];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
};

function successContent(route: DescribedRoute): JsonSchema {
  const data = route.output === undefined ? undefined : toJsonSchema(route.output, "output");
  if (route.answer === "raw")
    return Object.fromEntries([route.produces ?? "*/*"].flat().map((type) => [type, { schema: data ?? {} }]));
  if (route.answer === "bare") return { "application/json": { schema: data ?? {} } };
  const extra = data === undefined ? {} : { properties: { data }, required: ["data"] };
  const json = { schema: { allOf: [schemaRef("Success"), { type: "object", ...extra }] } };
  const csv = listShape(route) === null ? {} : { [CSV_TYPE]: { schema: { type: "string" } } };
  const events = route.answer === "streamed" ? { "text/event-stream": { schema: { type: "string" } } } : {};
  return { "application/json": json, ...csv, ...events };
}

function errorContent({
  writeError: { mediaType, schema } = writeEnvelope,
}: Pick<DescribedRoute, "writeError">): JsonSchema {
  if (schema === ErrorEnvelope) return { [mediaType]: { schema: schemaRef("ErrorAnswer") } };
  return {
    [mediaType]: { schema: schema === undefined ? { type: "string" } : toJsonSchema(schema, "output") },
  };
}

function contentOf(route: DescribedRoute, status: number): JsonSchema {
  if (status >= 300 && status < 400) return {};
  const isSuccess = status < 300 || (route.answer === "raw" && route.output !== undefined);
  return { content: isSuccess ? successContent(route) : errorContent(route) };
}

/** `BadRequest` for 400. */
const nameOf = (status: number): string => (STATUS_CODES[status] ?? String(status)).replaceAll(/\W/g, "");

/** A response that many routes share is described once. */
const usualAnswer = (route: DescribedRoute, status: number): JsonSchema =>
  route.writeError === undefined
    ? { $ref: `#/components/responses/${nameOf(status)}` }
    : {
        description: MEANINGS[status],
        headers: headersOf(status),
        ...contentOf(route, status),
      };

/** The additional responses to conditional requests. */
function conditionalAnswers(route: DescribedRoute): Record<number, string> {
  const answers: Record<number, string> = {};
  if (hasEntityTag(route)) answers[304] = "Not modified: the caller's copy is current";
  if (takesIfMatch(route))
    answers[412] = "The ETag of the resource does not match If-Match, or matches If-None-Match";
  return answers;
}

/**
 * All statuses of the route with headers and body; `saysWhere` if its created resource can be read elsewhere.
 */
export function responsesOf(route: DescribedRoute, saysWhere: boolean): JsonSchema {
  const usual = ANSWERED_BY.filter(([, isAnsweredBy]) => isAnsweredBy(route));
  const own: Record<number, string> = {
    [route.status ?? 200]: route.message ?? "Success",
    ...conditionalAnswers(route),
    ...route.answers,
  };
  const isList = listShape(route) !== null;
  const headersFor = (status: number): JsonSchema => {
    if (saysWhere && status === route.status) return headersOf(status, "Location");
    return isList && status === 200 ? headersOf(status, "X-Total-Count") : headersOf(status);
  };
  return {
    ...Object.fromEntries(usual.map(([status]) => [status, usualAnswer(route, status)])),
    ...Object.fromEntries(
      Object.entries(own).map(([status, description]) => [
        status,
        { description, headers: headersFor(Number(status)), ...contentOf(route, Number(status)) },
      ]),
    ),
  };
}

/** The components that responses refer to. */
export const responseComponents = () => ({
  headers: HEADERS,
  responses: Object.fromEntries(
    ANSWERED_BY.map(([status]) => [
      nameOf(status),
      { description: MEANINGS[status], headers: headersOf(status), content: errorContent({}) },
    ]),
  ),
  schemas: {
    Success: toJsonSchema(SuccessEnvelope, "output"),
    ErrorAnswer: toJsonSchema(ErrorEnvelope, "output"),
  },
});
