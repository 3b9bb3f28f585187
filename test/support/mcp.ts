import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Product } from "./product.ts";

interface Identified {
  id: string;
}

/** What the tools return: each of them some of these. */
export interface ToolData extends Identified {
  status: string;
  content: string;
  chunking_status: string;
  projects: Identified[];
  findings: Identified[];
  evidence: Identified[];
  controls: object[];
  furthest_behind: object[];
  gaps: { control: { number: string } }[];
  results: { chunk_id: string }[];
  chunk: { text: string };
  pagination: { page: number; limit: number; total: number; pages: number };
}

export interface ToolAnswer {
  isError: boolean;
  text: string;
  /** Undefined on errors. */
  data: ToolData;
}

export interface McpSession {
  client: Client;
  /** Names of the tools offered to the caller. */
  tools(): Promise<string[]>;
  call(name: string, input?: object): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export const mcpUrl = ({ config }: Product): URL => new URL("/mcp", config.publicUrl);

export async function connectOver(transport: StreamableHTTPClientTransport): Promise<McpSession> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  // From now on it knows the tools' schemas, and validates every structured response.
  await client.listTools();
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input = {}) => {
      const answer = await client.callTool({ name, arguments: { ...input } });
      const [first] = answer.content as { type: string; text: string }[];
      const data = answer.structuredContent as ToolData;
      return { isError: answer.isError === true, text: first?.text ?? "", data };
    },
    close: () => client.close(),
  };
}

/** Connects with the SDK's own client and these headers. */
export const connectMcp = (product: Product, headers: Record<string, string>): Promise<McpSession> =>
  connectOver(new StreamableHTTPClientTransport(mcpUrl(product), { requestInit: { headers } }));

export const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

/** Tools in list order. */
export const READING = [
  "list_projects",
  "get_project_status",
  "explain_score",
  "list_controls",
  "list_gaps",
  "list_findings",
  "list_evidence",
  "get_evidence",
  "search_documents",
  "get_document_context",
];
export const WRITING = ["upload_evidence", "raise_finding", "update_finding_status", "generate_policy"];
