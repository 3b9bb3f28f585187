import type { Action } from "../domain/access-rules.ts";
import type { Scope } from "../domain/users/user.rules.ts";

/**
 * Who may call a route; every route has one. `open` needs no sign-in; `signedIn` allows any caller with the
 * scope; `may` evaluates the access rule on what the route loaded; `lists` checks only whether the caller's
 * role and scopes allow the action at all, and leaves rows to the query's filter.
 */
export type Access =
  | { kind: "open"; because: string }
  | { kind: "signedIn"; scope: Scope }
  | { kind: "may"; action: Action }
  | { kind: "lists"; action: Action };

export const open = (because: string): Access => ({ kind: "open", because });
export const signedIn = (scope: Scope): Access => ({ kind: "signedIn", scope });
export const may = (action: Action): Access => ({ kind: "may", action });
export const lists = (action: Action): Access => ({ kind: "lists", action });
