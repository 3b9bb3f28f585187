import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject } from "../access/row-security.ts";
import { Control } from "../controls/control.entity.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";

const ControlCommentSchema = defineEntity({
  name: "ControlComment",
  tableName: "control_comments",
  policies: [ofVisibleProject("control_comments")],
  indexes: [{ properties: ["control", "createdAt", "id"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).index().deleteRule("cascade"),
    control: () => p.manyToOne(Control).deleteRule("cascade"),
    author: () => p.manyToOne(User),
    text: p.text(),
    createdAt: p.datetime(),
  },
});

/** A comment on a control; never changed. */
export class ControlComment extends ControlCommentSchema.class {}
ControlCommentSchema.setClass(ControlComment);
