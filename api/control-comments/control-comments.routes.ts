import { commentControl } from "../../domain/control-comments/control-comment.commands.ts";
import {
  controlCommentListing,
  listControlComments,
} from "../../domain/control-comments/control-comment.queries.ts";
import { loadControl } from "../../domain/controls/control.queries.ts";
import { may } from "../access.ts";
import { listInput } from "../common.contract.ts";
import { ControlParams } from "../controls/controls.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  ControlCommentBody,
  ControlCommentList,
  ControlCommentQuery,
  ControlCommentView,
  presentControlComment,
} from "./control-comments.contract.ts";

const PATH = "/api/v1/projects/:id/controls/:controlId/comments";

const loadFromPath = (ctx: RouteContext, { params }: { params: { id: string; controlId: string } }) =>
  loadControl(ctx, params.id, params.controlId);

const list = defineRoute({
  method: "get",
  path: PATH,
  service: "backend",
  summary: "List the comments on a control, newest first",
  access: may("control.read"),
  params: ControlParams,
  query: ControlCommentQuery,
  listing: controlCommentListing,
  output: ControlCommentList,
  load: loadFromPath,
  act: (ctx, { query }, control) => listControlComments(ctx, control, listInput(query)),
  present: ({ items, pagination }) => ({ comments: items.map(presentControlComment), pagination }),
});

const create = defineRoute({
  method: "post",
  path: PATH,
  service: "backend",
  summary: "Comment on a control",
  access: may("control.comment"),
  params: ControlParams,
  body: ControlCommentBody,
  status: 201,
  answers: { 409: "The project is archived" },
  output: ControlCommentView,
  load: loadFromPath,
  act: (ctx, { body }, control) => commentControl(ctx, { control, text: body.text }),
  present: presentControlComment,
});

export const createControlCommentRoutes = (): Route[] => [list, create];
