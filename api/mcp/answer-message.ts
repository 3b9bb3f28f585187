import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { questionFor } from "../../domain/access/decide.ts";
import type { Actor } from "../../domain/actor.ts";
import { ruleOf } from "../access.ts";
import type { DenialLogs } from "../gateway/log-denials.ts";
import type { RawAnswer, RouteContext } from "../route.ts";
import { createMcpServer } from "./create-mcp-server.ts";
import type { McpTool } from "./tool.ts";

interface McpAnswerDeps {
  version: string;
  publicUrl: string;
  logs: DenialLogs;
  tools: readonly McpTool[];
}

/** The SDK requires both explicitly, although `Accept: *` includes them; its responses are JSON. */
const ANSWERS = ["application/json", "text/event-stream"];

/** Whether role, scopes and credential allow the caller to use the tool at all. */
function mayUse({ access }: McpTool, actor: Actor): boolean {
  if (access.kind === "open") return true;
  if (access.kind === "signedIn") return actor.scopes.includes(access.scope);
  return questionFor(actor, ruleOf(access)).kind !== "never";
}

/**
 * The tools for a message: those offered to the caller and the one being called, so that calling a tool that
 * is not offered is refused by its access rule.
 */
const toolsFor = (tools: readonly McpTool[], actor: Actor, message: Record<string, unknown>): McpTool[] => {
  if (message["method"] !== "tools/call") return tools.filter((tool) => mayUse(tool, actor));
  const { name } = (message["params"] ?? {}) as { name?: unknown };
  return tools.filter((tool) => tool.name === name);
};

/** The message in the form that the SDK reads; its body has been read already. */
function toWebRequest({ request }: RouteContext, publicUrl: string): Request {
  const version = request.get("mcp-protocol-version");
  const headers = new Headers({
    accept: ANSWERS.filter((type) => request.accepts(type) !== false).join(),
    "content-type": "application/json",
    ...(version === undefined ? {} : { "mcp-protocol-version": version }),
  });
  return new Request(new URL("/mcp", publicUrl), { method: "POST", headers });
}

/** Answers one message with a new server object, so that any process can answer the next one. */
export async function answerMessage(
  deps: McpAnswerDeps,
  ctx: RouteContext,
  message: Record<string, unknown>,
): Promise<RawAnswer> {
  const server = createMcpServer(deps, ctx, toolsFor(deps.tools, ctx.actor, message));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const answer = await transport.handleRequest(toWebRequest(ctx, deps.publicUrl), { parsedBody: message });
    const text = await answer.text();
    return (response) => {
      response.status(answer.status);
      if (text === "") return void response.end();
      response.type("application/json").send(text);
    };
  } finally {
    await server.close();
  }
}
