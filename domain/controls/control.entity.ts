import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { Project } from "../projects/project.entity.ts";
import { CONTROL_STATUSES, type ControlStatus } from "./control.rules.ts";

const ControlSchema = defineEntity({
  name: "Control",
  tableName: "controls",
  uniques: [{ properties: ["project", "number"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    number: p.string(),
    title: p.string(),
    category: p.string(),
    trustCategory: p.string(),
    /** Place in the framework's own order. */
    position: p.integer(),
    status: p.enum(CONTROL_STATUSES).$type<ControlStatus>().default("not_started"),
    /** 0 to 100. */
    progress: p.double().$type<number>().default(0),
    requiredEvidence: p.integer().default(1),
  },
});

/** A framework's control as it stands in one project. */
export class Control extends ControlSchema.class {}
ControlSchema.setClass(Control);
