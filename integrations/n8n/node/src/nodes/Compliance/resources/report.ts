import {
  choice,
  getOperation,
  idField,
  inPath,
  listOperation,
  projectField,
  textField,
} from "../../../fields.ts";
import type { Operation, Resource } from "../../../resource.ts";

const PATH = "/api/v1/reports";
const KINDS = ["auditor_package", "summary_pdf", "csv", "oscal"];

const request: Operation = {
  name: "Request",
  value: "request",
  action: "Request a report",
  description: "Request a report about a project; it is built in the background",
  fields: [projectField, choice("kind", "Kind", KINDS, { default: "summary_pdf" })],
  request: ({ projectId, kind }) => ({ method: "POST", path: PATH, body: { project_id: projectId, kind } }),
};

const download: Operation = {
  name: "Download",
  value: "download",
  action: "Download a report",
  description: "Get the file of a completed report",
  fields: [
    idField("id", "Report ID"),
    textField("outputBinaryField", "Put Output File in Field", {
      default: "data",
      required: true,
      hint: "The name of the output binary field to put the file in",
    }),
  ],
  request: ({ id }) => ({ method: "GET", path: `${PATH}/${inPath(id)}/file`, download: true }),
};

export const report: Resource = {
  name: "Report",
  value: "report",
  operations: [
    download,
    getOperation("report", "a", PATH),
    listOperation("reports", {
      path: PATH,
      list: "reports",
      filters: [
        choice("kind", "Kind", KINDS),
        { ...projectField, name: "project_id", required: false },
        choice("status", "Status", ["queued", "building", "completed", "failed"]),
      ],
    }),
    request,
  ],
};
