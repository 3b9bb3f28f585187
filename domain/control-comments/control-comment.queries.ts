import type { Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import type { Control } from "../controls/control.entity.ts";
import { listPage, type ListInput, type Listing, type Page } from "../listing.ts";
import { ControlComment } from "./control-comment.entity.ts";

export const controlCommentListing: Listing<ControlComment> = {
  entity: ControlComment,
  sortable: { created_at: "createdAt" },
  searchable: { text: "text" },
  createdAt: "createdAt",
};

/** The comments on a control, newest first. */
export const listControlComments = (
  ctx: QueryContext,
  control: Control,
  input: ListInput,
): Promise<Page<Row<ControlComment>>> =>
  listPage(ctx.em, controlCommentListing, input, [{ control: control.id }]);
