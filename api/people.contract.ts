import { z } from "zod";
import { ROLES } from "../domain/users/user.rules.ts";
import { Id } from "./common.contract.ts";
import { defineView } from "./define-schemas.ts";

/** How a person is shown to those who work with them: only what identifies them. */
export const Person = defineView("Person", { id: Id, name: z.string(), role: z.enum(ROLES) });

type Row = Readonly<Record<string, unknown>>;

/** Where a person's id is, and whether everyone who can see the row works with them. */
export interface PersonReference {
  from: string;
  isAmongColleagues: (row: Row) => boolean;
}

const namings = new WeakMap<object, PersonReference>();

/** How to find the person of a field; undefined for fields other than `PersonOf`. */
export const namingOf = (schema: object): PersonReference | undefined => namings.get(schema);

/**
 * The person whose id is in the field `from`. Presenters omit it; the gateway adds it with one query for all
 * people in a response. If the row's readers are not colleagues, only people whom the caller may know anyway
 * are named.
 */
export function PersonOf(from: string, isAmongColleagues: PersonReference["isAmongColleagues"] = () => true) {
  const description = `The person \`${from}\` names; null for none, or when the caller may not see them`;
  const schema = Person.nullable().optional().meta({ description });
  namings.set(schema, { from, isAmongColleagues });
  return schema;
}
