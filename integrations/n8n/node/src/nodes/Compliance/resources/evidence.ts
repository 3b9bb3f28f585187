import {
  asDay,
  asList,
  asMoment,
  asText,
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

const PATH = "/api/v1/evidence";

const day = (name: string, displayName: string) =>
  ({ displayName, name, type: "dateTime", default: "" }) as const;

const upload: Operation = {
  name: "Upload",
  value: "upload",
  action: "Upload evidence",
  description: "Upload the file of an item as evidence for a control",
  fields: [
    projectField,
    textField("controlId", "Control", {
      required: true,
      placeholder: "CC6.1",
      description: "Number of the control in the project, or its ID",
    }),
    textField("title", "Title", { required: true }),
    textField("binaryPropertyName", "Input Binary Field", {
      default: "data",
      required: true,
      hint: "The name of the input binary field containing the file to be uploaded",
    }),
    collection("additionalFields", "Additional Fields", [
      textField("also_controls", "Also Controls", {
        description: "Further controls that it serves, separated by commas",
      }),
      day("collected_at", "Collected At"),
      textField("description", "Description"),
      day("expires_at", "Expires At"),
      day("period_end", "Period End"),
      day("period_start", "Period Start"),
      textField("tags", "Tags", { description: "Separated by commas" }),
    ]),
  ],
  request: (filled) => {
    const more = group(filled, "additionalFields");
    // As JSON, so that the API cannot misread a single word.
    const lists = Object.fromEntries(
      ["tags", "also_controls"]
        .map((name) => [name, asList(more[name])] as const)
        .filter(([, list]) => list.length > 0),
    );
    const body = onlyFilled({
      project_id: filled["projectId"],
      control_id: filled["controlId"],
      title: filled["title"],
      description: more["description"],
      collected_at: asDay(more["collected_at"]),
      period_start: asDay(more["period_start"]),
      period_end: asDay(more["period_end"]),
      expires_at: asMoment(more["expires_at"]),
      ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, JSON.stringify(list)])),
    });
    return { method: "POST", path: PATH, body, file: asText(filled["binaryPropertyName"]) || "data" };
  },
};

const review: Operation = {
  name: "Review",
  value: "review",
  action: "Review evidence",
  description: "Review evidence someone else uploaded: approve, reject or withdraw an approval",
  fields: [
    idField("id", "Evidence ID"),
    choice("decision", "Decision", ["approve", "reject", "withdraw"]),
    textField("note", "Note", {
      description:
        "Required to reject, to withdraw an approval, and to approve a file that could not be read",
    }),
  ],
  request: ({ id, decision, note }) => ({
    method: "POST",
    path: `${PATH}/${inPath(id)}/review`,
    body: onlyFilled({ decision, note }),
  }),
};

export const evidence: Resource = {
  name: "Evidence",
  value: "evidence",
  operations: [
    getOperation("evidence", "a piece of", PATH),
    listOperation("evidence", {
      path: PATH,
      list: "evidence",
      filters: [
        choice("chunking_status", "Chunking Status", [
          "COMPLETED",
          "PENDING",
          "PROCESSING",
          "FAILED",
          "QUARANTINED",
        ]),
        textField("control_id", "Control"),
        { ...projectField, name: "project_id", required: false },
        textField("search", "Search"),
        choice("status", "Status", [
          "pending",
          "approved",
          "rejected",
          "expired",
          "superseded",
          "quarantined",
        ]),
        textField("tag", "Tag"),
      ],
    }),
    review,
    upload,
  ],
};
