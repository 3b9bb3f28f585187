import type { Feature } from "../feature.ts";
import { controlCommentAccess } from "./control-comment.access.ts";
import { ControlComment } from "./control-comment.entity.ts";
import { controlCommentEvents } from "./control-comment.events.ts";

export const controlComments = {
  entities: [ControlComment],
  access: controlCommentAccess,
  events: controlCommentEvents,
} satisfies Feature;
