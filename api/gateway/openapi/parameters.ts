import type { z } from "zod";
import type { DescribedRoute } from "../../route.ts";
import { takesIdempotencyKey } from "../idempotency.ts";
import { hasEntityTag, readerForMatch, takesIfMatch } from "../preconditions.ts";
import { toJsonSchema, type JsonSchema } from "./json-schema.ts";

function parametersIn(schema: z.core.$ZodType | undefined, where: "path" | "query"): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input");
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    description,
    schema: property,
  }));
}

/** A list's own description of the common list parameters. */
function ofList(
  parameter: JsonSchema,
  { sortable, searchable, defaultOrder = "desc" }: NonNullable<DescribedRoute["listing"]>,
) {
  const names = Object.keys(sortable);
  switch (parameter["name"]) {
    case "sort":
      return { ...parameter, schema: { type: "string", enum: names, default: names[0] } };
    case "order":
      return { ...parameter, schema: { type: "string", enum: ["asc", "desc"], default: defaultOrder } };
    case "search_fields": {
      const items = { type: "string", enum: Object.keys(searchable) };
      return { ...parameter, style: "form", explode: false, schema: { type: "array", items } };
    }
    default:
      return parameter;
  }
}

const header = (name: string, description: string): JsonSchema => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
});

/** The headers for retries and conditional requests. `reader` reads the same path. */
function callHeaders(route: DescribedRoute, reader: DescribedRoute | undefined): JsonSchema[] {
  if (takesIdempotencyKey(route))
    return [
      header(
        "Idempotency-Key",
        "Makes the request safe to retry: for 24 hours, a retry with the same key returns the first answer and changes nothing",
      ),
    ];
  if (hasEntityTag(route)) return [header("If-None-Match", "Answers 304 when the ETag matches one of these")];
  if (takesIfMatch(route) && readerForMatch(route, reader) !== undefined)
    return [header("If-Match", "Answers 412 and changes nothing when the ETag matches none of these")];
  return [];
}

/** All parameters of the route outside its body. `reader` reads the same path. */
export const parametersOf = (route: DescribedRoute, reader: DescribedRoute | undefined): JsonSchema[] => [
  ...parametersIn(route.params, "path"),
  ...parametersIn(route.query, "query").map((parameter) =>
    route.listing === undefined ? parameter : ofList(parameter, route.listing),
  ),
  ...callHeaders(route, reader),
];
