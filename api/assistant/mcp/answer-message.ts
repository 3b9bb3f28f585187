import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { questionFor } from "../../../domain/access/decide.ts";
import { accessRules } from "../../../domain/access-rules.ts";
import type { Actor } from "../../../domain/actor.ts";
import type { DenialLogs } from "../../gateway/log-denials.ts";
import type { RawAnswer, RouteContext } from "../../route.ts";
import { createMcpServer } from "./create-mcp-server.ts";
import type { Tool } from "./tool.ts";

export interface AnswerDeps {
  version: string;
  publicUrl: string;
  logs: DenialLogs;
  tools: readonly Tool[];
}

/** The SDK wants both by name, although an Accept for anything says as much; what it answers is JSON. */
const ANSWERS = ["application/json", "text/event-stream"];

/** Whether role, scopes and credential leave the caller anything to do with the tool. */
function mayUse({ access }: Tool, actor: Actor): boolean {
  if (access.kind === "open") return true;
  if (access.kind === "signedIn") return actor.scopes.includes(access.scope);
  return questionFor(actor, accessRules[access.action]).kind !== "never";
}

/**
 * The tools that a message is about: those the caller is offered, and the one that is called, so that a call of one they
 * are not offered is refused by the rule that says no.
 */
const toolsFor = (tools: readonly Tool[], actor: Actor, message: Record<string, unknown>): Tool[] => {
  if (message["method"] !== "tools/call") return tools.filter((tool) => mayUse(tool, actor));
  const { name } = (message["params"] ?? {}) as { name?: unknown };
  return tools.filter((tool) => tool.name === name);
};

/** The message in the shape that the SDK reads; its body was read already. */
function toWebRequest({ request }: RouteContext, publicUrl: string): Request {
  const version = request.get("mcp-protocol-version");
  const headers = new Headers({
    accept: ANSWERS.filter((type) => request.accepts(type) !== false).join(),
    "content-type": "application/json",
    ...(version === undefined ? {} : { "mcp-protocol-version": version }),
  });
  return new Request(new URL("/mcp", publicUrl), { method: "POST", headers });
}

/** Answers one message by a server that lives as long as the answer takes: any process can answer the next one. */
export async function answerMessage(
  deps: AnswerDeps,
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
