import type { Role, Scope } from "./users/user.rules.ts";

/** Who asks, as established by authentication; everything an access decision may know about the caller. */
export interface Actor {
  id: string;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
  scopes: readonly Scope[];
  /** The projects the caller's credential is confined to; null when it is not. */
  projectIds: readonly string[] | null;
  /** The API key the caller came with; null for a token. */
  apiKeyId: string | null;
  /** What acts in the user's name: `oauth:<client id>`, or a chat and who they are in it; null for themselves. */
  via: string | null;
  /** That is a client which acts for itself (client credentials), with the rights of its owner. */
  isClient?: boolean;
  /** They signed in to a browser so long ago that somebody else may sit there now. */
  isSignInOld?: boolean;
}
