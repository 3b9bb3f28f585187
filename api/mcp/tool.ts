import type { z } from "zod";
import type { Access } from "../access.ts";
import type { RouteContext } from "../route.ts";

/** The effects of the tool, which clients show before a model may call it. */
export interface ToolHints {
  readOnly: boolean;
  /** Changes existing data instead of only adding. */
  destructive?: boolean;
  /** Stores a file during its transaction. */
  storesFile?: true;
  /** Makes its change in `ctx.change`, because it first waits for another service. */
  ownTransaction?: true;
  /** Repeating the same call changes nothing more. */
  idempotent?: boolean;
}

/**
 * A tool as data. A call takes the same steps as a route: validate input, transaction if it writes, load,
 * authorize, run. The result is reduced to `output`.
 */
export interface ToolDefinition<I, L, O> {
  name: string;
  title: string;
  description: string;
  input: z.core.$ZodType<I>;
  output: z.core.$ZodType<O>;
  hints: ToolHints;
  access: Access<I, L>;
  load?: (ctx: RouteContext, input: I) => Promise<L>;
  run: (ctx: RouteContext, input: I, loaded: L) => Promise<unknown>;
  /** Precedes the text of the result. */
  preface?: string;
}

/** A tool with its types checked and erased, so that all fit in one list. */
export type McpTool = ToolDefinition<object, unknown, object>;

export function defineTool<I extends object, O extends object, L = undefined>(
  tool: ToolDefinition<I, L, O>,
): McpTool {
  return tool as unknown as McpTool;
}

export const READS: ToolHints = { readOnly: true, idempotent: true };
