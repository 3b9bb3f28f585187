import type { Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page } from "../listing.ts";
import type { Project } from "../projects/project.entity.ts";
import { User } from "./user.entity.ts";
import type { Role } from "./user.rules.ts";

export const peopleListing: Listing<User> = {
  entity: User,
  sortable: { name: "name", email: "email", role: "role" },
  searchable: { name: "name", email: "email" },
  defaultOrder: "asc",
};

export interface PeopleListInput extends ListInput {
  role?: Role | undefined;
}

const list = (ctx: QueryContext, { role, ...input }: PeopleListInput, filters: readonly object[]) =>
  listPage(ctx.em, peopleListing, input, [...matching({ active: true, role }), ...filters]);

/** Participants in the project by assignment or team, and their managers. */
function participants({ customer, auditor, team }: Project): object {
  const assigned = [customer, auditor, ...[...team].map(({ user }) => user)];
  const leaders = assigned.flatMap((user) => user?.manager?.id ?? []);
  return {
    $or: [
      { id: { $in: assigned.flatMap((user) => user?.id ?? []) } },
      { id: { $in: leaders }, role: { $in: ["manager", "admin"] } },
    ],
  };
}

/** The active participants of a project, which is loaded with the relations of its access rules. */
export const listPeople = (
  ctx: QueryContext,
  project: Project,
  input: PeopleListInput,
): Promise<Page<Row<User>>> => list(ctx, input, [participants(project)]);

/** All possible auditors of a project. */
export const listAuditors = (ctx: QueryContext, input: ListInput): Promise<Page<Row<User>>> =>
  list(ctx, { ...input, role: "auditor" }, []);
