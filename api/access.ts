import type { AccessRule } from "../domain/access/access-rule.ts";
import { readVisible, type Visible, type VisibleRow } from "../domain/access/load-visible.ts";
import { accessRules, type Action } from "../domain/access-rules.ts";
import type { QueryContext } from "../domain/context.ts";
import type { Row } from "../platform/database/read-rows.ts";
import type { Scope } from "../domain/users/user.rules.ts";

/** A row that the statement itself selects by an access rule, so that nothing remains to be authorized. */
export interface Reads<I, R> {
  kind: "reads";
  rule: AccessRule;
  /** Throws NOT_FOUND if the caller cannot see the row that the input names. */
  read: (ctx: QueryContext, input: I) => Promise<R>;
}

/**
 * Who may call a route; every route has one. `open` needs no sign-in; `signedIn` allows any caller with the
 * scope; `may` evaluates the access rule on what the route loaded; `reads` selects one row by the rule;
 * `lists` checks only whether the caller's role and scopes allow the action at all, and leaves rows to the
 * query's filter.
 */
export type Access<I = never, R = unknown> =
  | { kind: "open"; because: string }
  | { kind: "signedIn"; scope: Scope }
  | { kind: "may"; action: Action }
  | { kind: "lists"; action: Action }
  | Reads<I, R>;

export const open = (because: string) => ({ kind: "open", because }) as const;
export const signedIn = (scope: Scope) => ({ kind: "signedIn", scope }) as const;
export const may = (action: Action) => ({ kind: "may", action }) as const;
export const lists = (action: Action) => ({ kind: "lists", action }) as const;

/** Reads the row that the input names. */
export const readsBy = <T extends object, Also extends keyof Row<T>, I>(
  visible: Visible<T, Also>,
  idIn: (input: I) => string,
): Reads<I, VisibleRow<T, Also>> => ({
  kind: "reads",
  rule: visible.rule,
  read: (ctx, input) => readVisible(ctx, visible, idIn(input)),
});

/** Reads the row whose id is in the path. */
export const reads = <T extends object, Also extends keyof Row<T> = never>(visible: Visible<T, Also>) =>
  readsBy(visible, ({ params }: { params: { id: string } }) => params.id);

type Ruled = Exclude<Access, { kind: "open" | "signedIn" }>;

export const ruleOf = (access: Ruled): AccessRule =>
  access.kind === "reads" ? access.rule : accessRules[access.action];
