import {
  asMoment,
  choice,
  collection,
  getOperation,
  group,
  idField,
  inPath,
  listOperation,
  onlyFilled,
  projectField,
  textField,
} from "../../../fields.ts";
import type { Operation, Resource } from "../../../resource.ts";

const PATH = "/api/findings";
const SEVERITIES = ["Critical", "High", "Medium", "Low", "Info"];
const STATUSES = ["open", "in-progress", "resolved", "closed", "accepted", "false-positive"];

/** A JSON field holds text, or the result of an expression. */
function parseJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

function readFindings(value: unknown): unknown[] {
  const findings = parseJson(value);
  if (!Array.isArray(findings)) throw new Error("Findings must be a JSON array of objects");
  return findings;
}

const create: Operation = {
  name: "Create",
  value: "create",
  action: "Create a finding",
  description: "Raise a finding in a project",
  fields: [
    projectField,
    textField("title", "Title", { required: true }),
    choice("severity", "Severity", SEVERITIES, { default: "Medium" }),
    collection("additionalFields", "Additional Fields", [
      textField("assigned_to", "Assigned To (User ID)"),
      textField("category", "Category"),
      textField("control_id", "Control", { description: "Number of the control in the project, or its ID" }),
      textField("description", "Description"),
      { displayName: "Due Date", name: "due_date", type: "dateTime", default: "" },
      textField("integration", "Integration", { description: "Name of what reports it" }),
      textField("source_id", "Source ID", { description: "The integration's ID for it" }),
    ]),
  ],
  request: (filled) => {
    const more = group(filled, "additionalFields");
    const { projectId: project_id, title, severity } = filled;
    const body = onlyFilled({ project_id, title, severity, ...more, due_date: asMoment(more["due_date"]) });
    return { method: "POST", path: PATH, body };
  },
};

const updateStatus: Operation = {
  name: "Update Status",
  value: "updateStatus",
  action: "Update the status of a finding",
  description: "Move a finding to another status",
  fields: [
    idField("id", "Finding ID"),
    choice("status", "Status", STATUSES, { default: "in-progress" }),
    textField("reason", "Reason", { description: "Required for decisions and for reverting them" }),
    {
      displayName: "Accepted Until",
      name: "until",
      type: "dateTime",
      default: "",
      required: true,
      displayOptions: { show: { status: ["accepted"] } },
    },
  ],
  request: ({ id, status, reason, until }) => ({
    method: "PATCH",
    path: `${PATH}/${inPath(id)}`,
    body: onlyFilled({ status, reason, until: status === "accepted" ? asMoment(until) : undefined }),
  }),
};

const importMany: Operation = {
  name: "Import",
  value: "import",
  action: "Import findings",
  description: "Import up to 1000 findings of an integration. Importing the same ones again changes nothing",
  fields: [
    projectField,
    textField("integration", "Integration", { required: true, description: "Name of what reports them" }),
    {
      displayName: "Findings",
      name: "findings",
      type: "json",
      default: "[]",
      required: true,
      description:
        "Array of objects with source_id, title and severity, and description, category and control_id",
    },
  ],
  request: ({ projectId, integration, findings }) => ({
    method: "POST",
    path: `${PATH}/import`,
    body: { project_id: projectId, integration, findings: readFindings(findings) },
  }),
};

export const finding: Resource = {
  name: "Finding",
  value: "finding",
  operations: [
    create,
    getOperation("finding", "a", PATH),
    listOperation("findings", {
      path: PATH,
      list: "findings",
      filters: [
        { ...projectField, name: "project_id", required: false },
        textField("search", "Search"),
        choice("severity", "Severity", SEVERITIES),
        choice("status", "Status", STATUSES),
      ],
    }),
    importMany,
    updateStatus,
  ],
};
