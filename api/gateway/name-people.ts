import { z } from "zod";
import type { QueryContext } from "../../domain/context.ts";
import { readVisiblePeople } from "../../domain/users/read-visible-people.ts";
import { namingOf, type PersonReference } from "../people.contract.ts";
import { innerSchema } from "./list-shape.ts";

type Row = Record<string, unknown>;

/** A field that names a person, in each row at a path of a response. */
interface PersonField extends PersonReference {
  field: string;
  path: readonly string[];
}

const known = new WeakMap<object, readonly PersonField[]>();

function personFieldsIn(schema: unknown, path: readonly string[]): PersonField[] {
  const about = innerSchema(schema);
  if (about instanceof z.ZodArray) return personFieldsIn(about.element, path);
  if (!(about instanceof z.ZodObject)) return [];
  return Object.entries(about.shape as Record<string, object>).flatMap(([field, inner]) => {
    const naming = namingOf(inner);
    return naming === undefined ? personFieldsIn(inner, [...path, field]) : [{ ...naming, field, path }];
  });
}

/** Derived from the schema once. */
function personFieldsOf(schema: z.core.$ZodType): readonly PersonField[] {
  const fields = known.get(schema) ?? personFieldsIn(schema, []);
  known.set(schema, fields);
  return fields;
}

const rowsAt = (data: unknown, path: readonly string[]): Row[] => {
  const next = path.reduce<unknown[]>(
    (values, name) => values.flat().map((value) => (value as Row | null)?.[name]),
    [data],
  );
  return next.flat().filter((value): value is Row => typeof value === "object" && value !== null);
};

/** Adds the names of the people whose ids a response contains (`PersonOf`), with one query for all. */
export async function namePeople(
  ctx: Pick<QueryContext, "em" | "actor">,
  schema: z.core.$ZodType | undefined,
  data: unknown,
): Promise<void> {
  const [colleagues, others] = [new Set<string>(), new Set<string>()];
  const named = (schema === undefined ? [] : personFieldsOf(schema)).flatMap((personField) =>
    rowsAt(data, personField.path).map((row) => ({ ...personField, row, id: row[personField.from] })),
  );
  for (const { row, id, isAmongColleagues } of named)
    if (typeof id === "string") (isAmongColleagues(row) ? colleagues : others).add(id);
  const people = await readVisiblePeople(ctx, { colleagues, others });
  for (const { row, id, field } of named) row[field] = people.get(id as string) ?? null;
}
