import type { z } from "zod";
import type { Access } from "../../access.ts";
import type { RouteContext } from "../../route.ts";

/** What a call of the tool may do, as clients show it before they let a model call it. */
export interface ToolHints {
  readOnly: boolean;
  /** Changes what is there, rather than adding to it. */
  destructive?: boolean;
  /** The same call again changes nothing more. */
  idempotent?: boolean;
}

/**
 * A tool as data. A call goes the way of a route's: input checked, transaction where it writes, load, authorize, run; what
 * it answers is cut down to `output`.
 */
export interface ToolDefinition<I, L, O> {
  name: string;
  title: string;
  description: string;
  input: z.ZodType<I>;
  output: z.ZodType<O>;
  hints: ToolHints;
  access: Access;
  load?: (ctx: RouteContext, input: I) => Promise<L>;
  run: (ctx: RouteContext, input: I, loaded: L) => Promise<unknown>;
  /** Said before the answer, for whoever reads its text. */
  preface?: string;
}

/** A tool with its types checked and forgotten, so that all fit in one list. */
export type Tool = ToolDefinition<object, unknown, object>;

export function defineTool<I extends object, O extends object, L = undefined>(
  tool: ToolDefinition<I, L, O>,
): Tool {
  return tool as unknown as Tool;
}

export const READS: ToolHints = { readOnly: true, idempotent: true };
