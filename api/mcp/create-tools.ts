import type { ControlGraph } from "../../domain/compliance/control-graph.ts";
import type { PolicyWriter } from "../../domain/policies/policy-writer.ts";
import type { RetrievalClient } from "../retrieval/retrieval-client.ts";
import type { McpTool } from "./tool.ts";
import { explainScoreTool } from "./tools/explain-score.ts";
import { generatePolicyTool } from "./tools/generate-policy.ts";
import { getDocumentContext } from "./tools/get-document-context.ts";
import { getEvidence } from "./tools/get-evidence.ts";
import { getProjectStatus } from "./tools/get-project-status.ts";
import { listControlsTool } from "./tools/list-controls.ts";
import { listEvidenceTool } from "./tools/list-evidence.ts";
import { listFindingsTool } from "./tools/list-findings.ts";
import { listGaps } from "./tools/list-gaps.ts";
import { listProjectsTool } from "./tools/list-projects.ts";
import { raiseFinding } from "./tools/raise-finding.ts";
import { searchDocuments } from "./tools/search-documents.ts";
import { updateFindingStatus } from "./tools/update-finding-status.ts";
import { uploadEvidenceTool, type UploadToolDeps } from "./tools/upload-evidence.ts";

export interface ToolDeps extends UploadToolDeps {
  controlGraph: ControlGraph;
  retrieval: RetrievalClient;
  writePolicy: PolicyWriter;
}

/** All tools, read-only ones first. */
export const createTools = (deps: ToolDeps): McpTool[] => [
  listProjectsTool,
  getProjectStatus(deps),
  explainScoreTool(deps),
  listControlsTool(deps),
  listGaps(deps),
  listFindingsTool,
  listEvidenceTool,
  getEvidence,
  searchDocuments(deps),
  getDocumentContext(deps),
  uploadEvidenceTool(deps),
  raiseFinding,
  updateFindingStatus,
  generatePolicyTool(deps),
];
