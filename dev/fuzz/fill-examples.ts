import type { PathIds } from "./known-path-ids.ts";

/** Existing ids by the name of the field or parameter. */
type Ids = Readonly<Record<string, readonly string[]>>;

/** The examples of the description: a request with each id would take too long. */
const MAX_EXAMPLES = 3;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** Keys of a schema or parameter that describe the field itself and are not fields of it. */
const OWN_KEYS = new Set(["schema", "items", "examples", "example"]);

const isUuid = (value: unknown): boolean => typeof value === "string" && UUID.test(value);

/** The name that ids of `name` have: those of `evidence_ids` are the ids of `evidence_id`. */
const idsOfName = (ids: Ids, name: string): readonly string[] | undefined =>
  ids[name] ?? ids[name.replace(/s$/, "")];

function fill(value: unknown, name: string, ids: Ids): unknown {
  const known = idsOfName(ids, name);
  if (Array.isArray(value)) {
    const isFilled = known !== undefined && known.length > 0 && value.length > 0 && value.every(isUuid);
    if (isFilled) return known.slice(0, MAX_EXAMPLES);
    return value.map((item) => fill(item, name, ids));
  }
  if (typeof value !== "object" || value === null) return isUuid(value) ? (known?.[0] ?? value) : value;
  const own = "in" in value && "name" in value ? String(value.name) : name;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    fill(item, OWN_KEYS.has(key) ? own : key, ids),
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** A deletion names the last id, and never the only one: requests that follow need the others. */
const idsOfMethod = (method: string, ids: PathIds): Ids =>
  method === "delete"
    ? Object.fromEntries(
        Object.entries(ids).map(([name, values]) => [name, values.length > 1 ? values.slice(-1) : []]),
      )
    : ids;

interface Described {
  paths: Record<string, unknown>;
  components?: unknown;
}

/** An OpenAPI description whose examples name what exists, so that requests made from them are about it. */
export function fillExamples<D extends Described>(
  description: D,
  ids: Ids,
  pathIds: Readonly<Record<string, PathIds>>,
): D {
  const paths = Object.entries(description.paths).map(([path, operations]) => {
    const filled = Object.entries(operations as object).map(([method, operation]) => {
      return [method, fill(operation, "", { ...ids, ...idsOfMethod(method, pathIds[path] ?? {}) })];
    });
    return [path, Object.fromEntries(filled) as unknown];
  });
  const components = fill(description.components, "", ids);
  return { ...description, paths: Object.fromEntries(paths) as Record<string, unknown>, components };
}
