import { z } from "zod";
import type { ControlComment } from "../../domain/control-comments/control-comment.entity.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { Id, Pagination, Timestamp, listQuery } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";

export const ControlCommentBody = z
  .strictObject({ text: z.string().trim().min(1).max(10_000) })
  .meta({ examples: [{ text: "Which systems does the review cover?" }] })
  .register(schemaNames, { id: "ControlCommentBody" });

export const ControlCommentQuery = z.strictObject(listQuery);

export const ControlCommentView = z
  .object({
    id: Id,
    control_id: Id,
    author_id: Id,
    author: PersonOf("author_id"),
    text: z.string(),
    created_at: Timestamp,
  })
  .register(schemaNames, { id: "ControlComment" });

export const ControlCommentList = z
  .object({ comments: z.array(ControlCommentView), pagination: Pagination })
  .register(schemaNames, { id: "ControlCommentList" });

export const presentControlComment = ({
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
