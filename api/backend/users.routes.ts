import { User } from "../../domain/users/user.entity.ts";
import { may } from "../access.ts";
import { defineRoute, type Route } from "../route.ts";
import { UserView, presentUser } from "./users.contract.ts";

const readMe = defineRoute({
  method: "get",
  path: "/api/v1/users/me",
  service: "backend",
  summary: "The signed-in user",
  access: may("user.read"),
  output: UserView,
  load: ({ em, actor }) => em.findOneOrFail(User, { id: actor.id }),
  act: async (_ctx, _input, user) => user,
  present: presentUser,
});

export const createUserRoutes = (): Route[] => [readMe];
