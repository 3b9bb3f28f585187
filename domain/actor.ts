import type { Role, Scope } from "./users/user.rules.ts";

/** The authenticated caller: everything an access decision may use. */
export interface Actor {
  id: string;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
  scopes: readonly Scope[];
  /** The projects to which the caller's credential is restricted; null without a restriction. */
  projectIds: readonly string[] | null;
  /** The caller's API key; null for a token. */
  apiKeyId: string | null;
  /**
   * The client that acts for the user: `oauth:<client id>`, or a chat and the account in it; null for the
   * users themselves.
   */
  via: string | null;
  /** True for a client that acts for itself (client credentials) with its owner's rights. */
  isClient?: boolean;
  /** The browser's sign-in is so old that someone else may be using it. */
  isSignInOld?: boolean;
}
