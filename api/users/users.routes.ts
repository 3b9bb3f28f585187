import type { Passwords } from "../../domain/users/new-password.ts";
import { touchesStanding } from "../../domain/users/user-change.rules.ts";
import { createUser, loadUserToChange, updateUser } from "../../domain/users/user.commands.ts";
import { User } from "../../domain/users/user.entity.ts";
import { visibleUser, listUsers, userListing } from "../../domain/users/user.queries.ts";
import { reads, lists, may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { idsByFactor, withFactor, withFactors } from "./second-factors.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  CreateUserBody,
  UpdateUserBody,
  UserList,
  UserQuery,
  UserView,
  changeOf,
  presentWithFactor,
  userListInput,
} from "./users.contract.ts";

interface UserRouteDeps {
  passwords: Passwords;
}

const PATH = "/api/v1/users";

const readMe = defineRoute({
  method: "get",
  path: `${PATH}/me`,
  summary: "The signed-in user",
  access: may("user.read"),
  output: UserView,
  load: ({ em, actor }) => em.findOneOrFail(User, { id: actor.id }),
  act: (ctx, _input, user) => withFactor(ctx, user),
  present: presentWithFactor,
});

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List users, newest first: yourself and your reports, or everyone for admins",
  access: lists("user.read"),
  query: UserQuery,
  listing: userListing,
  output: UserList,
  act: async (ctx, { query }) => {
    const ids = await idsByFactor(ctx, query.second_factor);
    const { items, pagination } = await listUsers(ctx, { ...userListInput(query), ids });
    return { items: await withFactors(ctx, items), pagination };
  },
  present: ({ items, pagination }) => ({ users: items.map(presentWithFactor), pagination }),
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get a user",
  access: reads(visibleUser),
  params: IdParams,
  output: UserView,
  act: (ctx, _input, user) => withFactor(ctx, user),
  present: presentWithFactor,
});

const create = (deps: UserRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: PATH,
    summary: "Create a user with a password. Requires a bearer token",
    access: may("user.create"),
    body: CreateUserBody,
    status: 201,
    answers: { 409: "The address is already in use" },
    output: UserView,
    act: async (ctx, { body: { manager_id: managerId, demo_allowed: demoAllowed, ...body } }) =>
      withFactor(ctx, await createUser({ ...ctx, ...deps }, { ...body, managerId, demoAllowed })),
    present: presentWithFactor,
  });

const update = defineRoute({
  method: "put",
  path: `${PATH}/:id`,
  summary:
    "Update a user: your own name and preferences; admins may change everything. Takes effect with the next request",
  access: may("user.update"),
  params: IdParams,
  body: UpdateUserBody,
  answers: {
    409: "The address is already in use, or the change would deactivate the caller or the last active administrator",
  },
  output: UserView,
  load: (ctx: RouteContext, { params, body }) =>
    loadUserToChange(ctx, params.id, touchesStanding(changeOf(body))),
  act: async (ctx, { body }, user) => withFactor(ctx, await updateUser(ctx, user, changeOf(body))),
  present: presentWithFactor,
});

const deactivate = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Deactivate a user. Sessions and API keys end at once; history is kept. Requires a bearer token",
  access: may("user.deactivate"),
  params: IdParams,
  message: "The user was deactivated",
  answers: { 409: "You cannot deactivate yourself or the last active administrator" },
  load: (ctx: RouteContext, { params }) => loadUserToChange(ctx, params.id, true),
  act: async (ctx, _input, user) => void (await updateUser(ctx, user, { active: false })),
});

/** `me` is matched before ids. */
export const createUserRoutes = (deps: UserRouteDeps): Route[] => [
  readMe,
  list,
  read,
  create(deps),
  update,
  deactivate,
];
