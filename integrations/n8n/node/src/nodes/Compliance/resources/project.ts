import {
  asDay,
  choice,
  collection,
  getOperation,
  group,
  listOperation,
  onlyFilled,
  textField,
} from "../../../fields.ts";
import type { Operation, Resource } from "../../../resource.ts";

const PATH = "/api/v1/projects";

const create: Operation = {
  name: "Create",
  value: "create",
  action: "Create a project",
  description: "Create a project with all the controls of its framework",
  fields: [
    textField("name", "Name", { required: true }),
    textField("framework", "Framework", {
      default: "soc2",
      required: true,
      description: "ID of a framework, such as soc2 or iso27001",
    }),
    collection("additionalFields", "Additional Fields", [
      textField("auditor_id", "Auditor ID"),
      textField("customer_id", "Customer ID"),
      textField("description", "Description"),
      { displayName: "Period End", name: "period_end", type: "dateTime", default: "" },
      { displayName: "Period Start", name: "period_start", type: "dateTime", default: "" },
    ]),
  ],
  request: (filled) => {
    const more = group(filled, "additionalFields");
    const days = { period_start: asDay(more["period_start"]), period_end: asDay(more["period_end"]) };
    const body = onlyFilled({ name: filled["name"], framework: filled["framework"], ...more, ...days });
    return { method: "POST", path: PATH, body };
  },
};

export const project: Resource = {
  name: "Project",
  value: "project",
  operations: [
    create,
    getOperation("project", "a", PATH),
    listOperation("projects", {
      path: PATH,
      list: "projects",
      filters: [
        textField("framework", "Framework"),
        textField("search", "Search"),
        choice("status", "Status", ["active", "on_hold", "in_audit", "completed", "archived"]),
      ],
    }),
  ],
};
