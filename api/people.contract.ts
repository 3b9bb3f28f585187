import { z } from "zod";
import { ROLES } from "../domain/users/user.rules.ts";
import { Id } from "./common.contract.ts";
import { schemaNames } from "../platform/web/schema-names.ts";

/** How a person is told of to whoever works with them: no more than it takes to know who it is. */
export const Person = z
  .object({ id: Id, name: z.string(), role: z.enum(ROLES) })
  .register(schemaNames, { id: "Person" });

type Row = Readonly<Record<string, unknown>>;

/** Where a person's id stands, and whether everybody who is told the row works with them. */
export interface Naming {
  from: string;
  isAmongColleagues: (row: Row) => boolean;
}

const namings = new WeakMap<object, Naming>();

/** How the person of a field is found; undefined for every field that is no `PersonOf`. */
export const namingOf = (schema: object): Naming | undefined => namings.get(schema);

/**
 * The person whose id stands beside it in the field `from`. Nobody presents it: the edge does, with one question for all
 * people of an answer. Where the row is not among colleagues, only those are named whom the caller may know anyway.
 */
export function PersonOf(from: string, isAmongColleagues: Naming["isAmongColleagues"] = () => true) {
  const description = `The person \`${from}\` names; null for none, or when the caller may not see them`;
  const schema = Person.nullable().optional().meta({ description });
  namings.set(schema, { from, isAmongColleagues });
  return schema;
}
