import { z } from "zod";
import { commentControl } from "../../domain/control-comments/control-comment.commands.ts";
import type { ControlComment } from "../../domain/control-comments/control-comment.entity.ts";
import {
  controlCommentListing,
  listControlComments,
} from "../../domain/control-comments/control-comment.queries.ts";
import { loadControl } from "../../domain/controls/control.queries.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";
import { may } from "../access.ts";
import { Id, PageOf, Timestamp, listInput, listQuery } from "../common.contract.ts";
import { ControlParams } from "../controls/controls.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";

const ControlCommentBody = z
  .strictObject({ text: z.string().trim().min(1).max(10_000) })
  .meta({ examples: [{ text: "Which systems does the review cover?" }] })
  .register(schemaNames, { id: "ControlCommentBody" });

const ControlCommentView = defineView("ControlComment", {
  id: Id,
  control_id: Id,
  author_id: Id,
  author: PersonOf("author_id"),
  text: z.string(),
  created_at: Timestamp,
});

const ControlCommentList = PageOf("comments", ControlCommentView, "ControlCommentList");

const presentControlComment = ({
  id,
  control,
  author,
  text,
  createdAt,
}: Row<ControlComment>): z.infer<typeof ControlCommentView> => ({
  id,
  control_id: control.id,
  author_id: author.id,
  text,
  created_at: createdAt.toISOString(),
});

const PATH = "/api/v1/projects/:id/controls/:controlId/comments";

const loadFromPath = (ctx: RouteContext, { params }: { params: { id: string; controlId: string } }) =>
  loadControl(ctx, params.id, params.controlId);

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List the comments on a control, newest first",
  access: may("control.read"),
  params: ControlParams,
  query: z.strictObject(listQuery),
  listing: controlCommentListing,
  output: ControlCommentList,
  load: loadFromPath,
  act: (ctx, { query }, control) => listControlComments(ctx, control, listInput(query)),
  present: ({ items, pagination }) => ({ comments: items.map(presentControlComment), pagination }),
});

const create = defineRoute({
  method: "post",
  path: PATH,
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
