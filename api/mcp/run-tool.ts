import { z } from "zod";
import type { Change, StartingEvent } from "../../domain/context.ts";
import { AppError } from "../../platform/errors.ts";
import { commitOrUndo } from "../gateway/commit-or-undo.ts";
import { loadAuthorized } from "../gateway/load-authorized.ts";
import { logDenials, type DenialLogs } from "../gateway/log-denials.ts";
import { namePeople } from "../gateway/name-people.ts";
import type { RouteContext } from "../route.ts";
import type { McpTool } from "./tool.ts";

/** A longer result would flood a model's context: it should request less. */
const MAX_CHARACTERS = 200_000;

async function perform(tool: McpTool, ctx: RouteContext, input: object): Promise<object> {
  const loaded = await loadAuthorized(tool, ctx, input);
  const answer = z.parse(tool.output, await tool.run(ctx, input, loaded));
  await namePeople(ctx, tool.output, answer);
  if (JSON.stringify(answer).length <= MAX_CHARACTERS) return answer;
  throw new AppError("VALIDATION_ERROR", "The answer is too large: request fewer rows with `limit`");
}

/**
 * Calls a tool as the caller of the request, in a transaction if it writes, which is rolled back on failure.
 * Its events are dispatched with the request, and denials are logged as usual. A call has no Idempotency-Key.
 */
export async function runTool(
  tool: McpTool,
  ctx: RouteContext,
  input: object,
  logs: DenialLogs,
): Promise<object> {
  const events: StartingEvent[] = [];
  const undo: RouteContext["undo"] = [];
  const em = ctx.em.fork();
  const change: Change = (work) =>
    ctx.share(() => commitOrUndo(em, { undo, logger: logs.logger, unrepeatable: true }, work), tool.hints);
  const work = (inner: typeof em) => perform(tool, { ...ctx, em: inner, events, undo, change }, input);
  const { readOnly, ownTransaction = false } = tool.hints;
  try {
    const answer = await (readOnly || ownTransaction ? work(em) : change(work));
    ctx.events.push(...events);
    return answer;
  } catch (error) {
    const origin = ctx.origin ?? { requestId: ctx.requestId, sessionId: ctx.sessionId, address: null };
    return logDenials(logs, { origin, route: `POST /mcp ${tool.name}`, actor: ctx.actor })(error);
  }
}
