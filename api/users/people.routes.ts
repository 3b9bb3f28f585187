import { z } from "zod";
import { loadProject } from "../../domain/projects/project.queries.ts";
import { listAuditors, listPeople, peopleListing } from "../../domain/users/people.queries.ts";
import type { User } from "../../domain/users/user.entity.ts";
import { ROLES } from "../../domain/users/user.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { lists, may } from "../access.ts";
import { IdParams, PageOf, listInput, listQuery } from "../common.contract.ts";
import { Person } from "../people.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";

const { created_after: _after, created_before: _before, ...query } = listQuery;

const FoundPerson = Person.extend({ email: z.email() }).register(schemaNames, { id: "FoundPerson" });

const present = ({ id, name, role, email }: Row<User>): z.infer<typeof FoundPerson> => ({
  id,
  name,
  role,
  email,
});

const PeopleList = PageOf("people", FoundPerson, "PeopleList");
const AuditorList = PageOf("auditors", FoundPerson, "AuditorList");

const people = defineRoute({
  method: "get",
  path: "/api/v1/projects/:id/people",
  summary: "List the people of a project, by name, to choose an owner, assignee or member",
  access: may("project.people"),
  params: IdParams,
  query: z.strictObject({
    ...query,
    role: z.enum(ROLES).optional().meta({ description: "Only people with this role" }),
  }),
  listing: peopleListing,
  output: PeopleList,
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, { query: { role, ...input } }, project) =>
    listPeople(ctx, project, { ...listInput(input), role }),
  present: ({ items, pagination }) => ({ people: items.map(present), pagination }),
});

const auditors = defineRoute({
  method: "get",
  path: "/api/v1/users/auditors",
  summary: "List active auditors by name, for those who assign auditors to projects",
  access: lists("user.find_auditors"),
  query: z.strictObject(query),
  listing: peopleListing,
  output: AuditorList,
  act: (ctx, { query: input }) => listAuditors(ctx, listInput(input)),
  present: ({ items, pagination }) => ({ auditors: items.map(present), pagination }),
});

/** Before the users, so that `auditors` is matched before ids. */
export const createPeopleRoutes = (): Route[] => [people, auditors];
