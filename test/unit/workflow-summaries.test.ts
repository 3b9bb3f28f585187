import { expect, test } from "@jest/globals";
import { evidenceWorkflows } from "../../domain/evidence/evidence.workflows.ts";
import { summarize } from "../../domain/events/workflow-summaries.rules.ts";
import { housekeepingWorkflows } from "../../domain/housekeeping/housekeeping.workflows.ts";
import { projectWorkflows } from "../../domain/projects/project.workflows.ts";

const projectId = "01987c3e-0000-7000-8000-00009f3a2b1c";

test("a summary has the purpose and the subject of the workflow", () => {
  expect(
    summarize(evidenceWorkflows.ingestEvidence, {
      projectId,
      control: "CC6.1",
      fileType: "application/pdf",
      fileBytes: 1_234_567,
    }),
  ).toEqual({
    staticSummary:
      "Ingest a file into the search index · application/pdf · 1.2 MB · CC6.1 · project 9f3a2b1c",
    memo: { project: "9f3a2b1c", control: "CC6.1", fileType: "application/pdf", fileBytes: 1_234_567 },
  });
});

test("unknown parts are omitted", () => {
  expect(summarize(projectWorkflows.deleteProject, { projectId })).toStrictEqual({
    staticSummary: "Remove a project with its files · project 9f3a2b1c",
    memo: { project: "9f3a2b1c" },
  });
  expect(summarize(housekeepingWorkflows.housekeeping)).toEqual({
    staticSummary: "Remove expired rows, and files without a row",
  });
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1 kB"],
  [999_949, "999.9 kB"],
  [999_950, "1 MB"],
  [30_000_000, "30 MB"],
  [999_999_999, "1 GB"],
  [5e12, "5000 GB"],
])("%d bytes are %s", (fileBytes, answered) => {
  expect(summarize(evidenceWorkflows.ingestEvidence, { fileBytes }).staticSummary).toContain(
    ` · ${answered}`,
  );
});
