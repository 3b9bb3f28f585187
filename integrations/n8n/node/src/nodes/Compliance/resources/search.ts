import { asList, collection, group, onlyFilled, projectField, textField } from "../../../fields.ts";
import type { Operation, Resource } from "../../../resource.ts";

const documents: Operation = {
  name: "Search Documents",
  value: "documents",
  action: "Search documents",
  description: "Search a project's evidence for passages that answer a question, by meaning and by words",
  fields: [
    projectField,
    textField("query", "Query", { required: true, placeholder: "how often are permissions checked?" }),
    {
      displayName: "Limit",
      name: "limit",
      type: "number",
      typeOptions: { minValue: 1, maxValue: 100 },
      default: 50,
      description: "Max number of results to return",
    },
    collection("additionalFields", "Additional Fields", [
      textField("evidence_types", "Evidence Types", {
        placeholder: "pdf, docx",
        description: "Formats or media types, separated by commas",
      }),
      {
        displayName: "Minimum Similarity",
        name: "min_similarity",
        type: "number",
        typeOptions: { minValue: 0, maxValue: 1 },
        default: 0.5,
      },
    ]),
  ],
  request: (filled) => {
    const more = group(filled, "additionalFields");
    const body = onlyFilled({
      query: filled["query"],
      project_id: filled["projectId"],
      limit: filled["limit"],
      min_similarity: more["min_similarity"],
      evidence_types: asList(more["evidence_types"]),
    });
    return { method: "POST", path: "/api/v1/retrieval/search", body, asCaller: true };
  },
};

export const search: Resource = { name: "Search", value: "search", operations: [documents] };
