import { z } from "zod";
import { forbidden } from "../../platform/errors.ts";
import { open, signedIn } from "../access.ts";
import type { DenialLogs } from "../gateway/log-denials.ts";
import { defineRoute, type Route } from "../route.ts";
import { answerMessage } from "./answer-message.ts";
import { createMcpErrorWriter } from "./mcp-error.ts";
import { MESSAGE_BODY, McpMessage } from "./mcp-message.contract.ts";
import { createTools, type ToolDeps } from "./create-tools.ts";
import { RESOURCE_METADATA_PATH, resourceMetadata } from "./resource-metadata.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";

interface McpRouteDeps extends ToolDeps {
  /** If false, these routes do not exist. */
  mcpEnabled: boolean;
  version: string;
  publicUrl: string;
  tokens: { issuer: string };
  /** Browser origins that may call the API in addition to its own. */
  corsOrigins: readonly string[];
  denialLogs: DenialLogs;
}

/** A page that resolved its own name to our address (DNS rebinding) reveals itself by its origin. */
function refuseForeignOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin)) return;
  throw forbidden(`Pages from ${origin} may not call this: CORS_ORIGINS does not name it`);
}

function messageRoute(deps: McpRouteDeps): Route {
  const { version, publicUrl, denialLogs: logs } = deps;
  const origins = [new URL(publicUrl).origin, ...deps.corsOrigins];
  const answering = { version, publicUrl, logs, tools: createTools(deps) };
  return defineRoute({
    method: "post",
    path: "/mcp",
    summary: "Tools for AI agents: the Model Context Protocol over Streamable HTTP, without sessions",
    access: signedIn("read"),
    body: McpMessage,
    largeBody: MESSAGE_BODY,
    answer: "raw",
    produces: "application/json",
    output: z.record(z.string(), z.unknown()).register(schemaNames, { id: "McpAnswer" }),
    answers: {
      202: "The notification was accepted",
      406: "Accept must name both application/json and text/event-stream",
    },
    writeError: createMcpErrorWriter(publicUrl),
    noStore: true,
    // Each tool that writes has its own transaction.
    transaction: "own",
    act: (ctx, { body }) => {
      refuseForeignOrigin(ctx.request.get("origin"), origins);
      return answerMessage(answering, ctx, body);
    },
  });
}

const metadataRoute = ({ publicUrl, tokens }: McpRouteDeps, path: string): Route =>
  defineRoute({
    method: "get",
    path,
    summary: "Protected resource metadata (RFC 9728)",
    access: open("clients read it before they have credentials"),
    answer: "bare",
    output: z.record(z.string(), z.unknown()).register(schemaNames, { id: "ProtectedResourceMetadata" }),
    act: async () => resourceMetadata(publicUrl, tokens.issuer),
  });

export const createMcpRoutes = (deps: McpRouteDeps): Route[] =>
  deps.mcpEnabled
    ? [
        messageRoute(deps),
        metadataRoute(deps, RESOURCE_METADATA_PATH),
        metadataRoute(deps, `${RESOURCE_METADATA_PATH}/mcp`),
      ]
    : [];
