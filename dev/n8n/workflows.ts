import { newId } from "../../platform/ids.ts";
import { StackError } from "../stack/stack-error.ts";
import { requestJson } from "../tested-product/request-json.ts";
import type { RunningN8n } from "./start-n8n.ts";

const FILE_MS = 60_000;

export interface CredentialReference {
  id: string;
  name: string;
}

interface WorkflowNode {
  name: string;
  type: string;
  typeVersion: number;
  parameters: Record<string, unknown>;
  credentials?: Record<string, CredentialReference>;
  webhookId?: string;
}

/** A workflow whose nodes run in sequence. */
export async function createWorkflow(n8n: RunningN8n, name: string, nodes: WorkflowNode[]): Promise<string> {
  const connections = Object.fromEntries(
    nodes
      .slice(1)
      .map((node, at) => [nodes[at]!.name, { main: [[{ node: node.name, type: "main", index: 0 }]] }]),
  );
  const placed = nodes.map((node, at) => ({ ...node, id: newId(), position: [200 * at, 0] }));
  const body = { name, nodes: placed, connections, settings: { executionOrder: "v1" } };
  return String((await n8n.api("POST", "/workflows", body))["id"]);
}

export const activate = (n8n: RunningN8n, id: string) => n8n.api("POST", `/workflows/${id}/activate`);
export const deactivate = (n8n: RunningN8n, id: string) => n8n.api("POST", `/workflows/${id}/deactivate`);

/** Our trigger. n8n derives the URL of its webhook from `webhookId`. */
export const triggerNode = (
  credential: CredentialReference,
  webhookId: string,
  parameters: Record<string, unknown>,
): WorkflowNode => ({
  name: "Trigger",
  type: "n8n-nodes-compliance.complianceTrigger",
  typeVersion: 1,
  webhookId,
  parameters,
  credentials: { complianceApi: credential },
});

export const actionNode = (
  credential: CredentialReference,
  parameters: Record<string, unknown>,
  kind = "complianceApi",
): WorkflowNode => ({
  name: "Compliance",
  type: "n8n-nodes-compliance.compliance",
  typeVersion: 1,
  parameters,
  credentials: { [kind]: credential },
});

/** n8n's own webhook node. */
export const webhookNode = (path: string, answer: Record<string, string>): WorkflowNode => ({
  name: "Webhook",
  type: "n8n-nodes-base.webhook",
  typeVersion: 2,
  webhookId: newId(),
  parameters: { httpMethod: "POST", path, ...answer, options: {} },
});

/** Turns the text `body.base64` of the request into the file `data`. */
export const fileNode = (fileName: string, mimeType: string): WorkflowNode => ({
  name: "File",
  type: "n8n-nodes-base.convertToFile",
  typeVersion: 1.1,
  parameters: {
    operation: "toBinary",
    sourceProperty: "body.base64",
    binaryPropertyName: "data",
    options: { fileName, mimeType },
  },
});

async function runOnce<T>(
  n8n: RunningN8n,
  { nodes, answer }: { nodes: WorkflowNode[]; answer: Record<string, string> },
  ask: (url: string) => Promise<{ status: number; result: T }>,
): Promise<T> {
  const path = newId();
  const webhook = webhookNode(path, { responseMode: "lastNode", ...answer });
  const id = await createWorkflow(n8n, `Action ${path}`, [webhook, ...nodes]);
  await activate(n8n, id);
  try {
    const { status, result } = await ask(`${n8n.url}/webhook/${path}`);
    if (status === 200) return result;
    const [execution] = await executionsOf(n8n, id);
    throw new StackError(`The workflow answered ${status}: ${JSON.stringify(execution?.error ?? result)}`);
  } finally {
    await deactivate(n8n, id);
  }
}

/** Runs nodes once, with `input` as the body of a request, and returns the last one's output. */
export const runNodes = (
  n8n: RunningN8n,
  nodes: WorkflowNode[],
  input: Record<string, unknown> = {},
): Promise<Record<string, unknown>> =>
  runOnce(n8n, { nodes, answer: {} }, async (url) => {
    const { status, body } = await requestJson("POST", url, { body: input });
    return { status, result: body };
  });

/** Runs nodes once and returns the file `data` of the last one. */
export const runForFile = (n8n: RunningN8n, nodes: WorkflowNode[]): Promise<Buffer> =>
  runOnce(n8n, { nodes, answer: { responseData: "firstEntryBinary" } }, async (url) => {
    const response = await fetch(url, { method: "POST", signal: AbortSignal.timeout(FILE_MS) });
    return { status: response.status, result: Buffer.from(await response.arrayBuffer()) };
  });

export interface Execution {
  status: string;
  error: unknown;
  /** The output of the first node: the payload. */
  first: Record<string, unknown> | undefined;
}

interface RawExecution {
  status: string;
  data: {
    resultData: {
      error?: unknown;
      runData: Record<string, { data?: { main: { json: Record<string, unknown> }[][] } }[]>;
    };
  };
}

/** The executions of a workflow, latest first. */
export async function executionsOf(n8n: RunningN8n, workflowId: string): Promise<Execution[]> {
  const { data } = await n8n.api("GET", `/executions?workflowId=${workflowId}&includeData=true`);
  return (data as RawExecution[]).map(({ status, data: { resultData } }) => {
    const [first] = Object.values(resultData.runData);
    return { status, error: resultData.error, first: first?.[0]?.data?.main[0]?.[0]?.json };
  });
}
