import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { invalid, type FieldError } from "../../platform/errors.ts";
import { allowsChange, entityTagOf } from "../../platform/web/entity-tags.ts";
import type { Route } from "../route.ts";

type Fields = Readonly<Record<string, unknown>>;

const shapeOf = (schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** As serialised, so that it is comparable with the input. */
const asSent = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

const WHY = "is read-only and differs from the current value: omit it, or send back the value you read";

/**
 * Handles a body made from a response: it has fields that `reader`, the route that reads the same path,
 * returns and that `route` does not accept. These are ignored if they have their current values, along with
 * other unchanged fields; otherwise VALIDATION_ERROR, unless `If-Match` will refuse the change anyway. Any
 * other body is returned unchanged.
 */
export async function dropUnchanged(
  { route, reader }: { route: Route; reader?: Route | undefined },
  sent: unknown,
  readCurrent: () => Promise<unknown>,
  ifMatch: string | undefined,
): Promise<unknown> {
  const isChange = route.method === "put" || route.method === "patch";
  if (!isChange || reader === undefined || !isFields(sent)) return sent;
  const [takes, returned] = [shapeOf(route.body), shapeOf(reader.output)];
  const readOnly = Object.keys(sent).filter(
    (name) => !Object.hasOwn(takes, name) && Object.hasOwn(returned, name),
  );
  if (readOnly.length === 0) return sent;
  const latest = await readCurrent();
  const current = asSent(latest) as Fields;
  const isUnchanged = (name: string): boolean => isDeepStrictEqual(asSent(sent[name]), current[name]);
  const [first, ...others] = readOnly
    .filter((name) => !isUnchanged(name))
    .map((field): FieldError => ({ field, error: WHY }));
  const isStale = ifMatch !== undefined && !allowsChange(ifMatch, entityTagOf(latest));
  if (first !== undefined && !isStale) throw invalid(first, ...others);
  const mayBeLeftOut = (name: string): boolean =>
    takes[name] === undefined || z.safeParse(takes[name], undefined).success;
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name]) => !readOnly.includes(name) && !(isUnchanged(name) && mayBeLeftOut(name)),
    ),
  );
}
