import type { AccessRules } from "../access/access-rule.ts";
import { all, differs, equals } from "../access/condition.ts";

export type SignInAction = "signIn.change" | "signIn.reset";

/** The caller's session from our own sign-in form: an application that was given access must not take the account over. */
const ownSession = all(equals("user.id", { actor: "id" }), equals("client", null), equals("via", null));

export const signInAccess: AccessRules<SignInAction> = {
  /** Changing how one signs in oneself, asked about the session. */
  "signIn.change": {
    scope: "write",
    on: "session",
    bearerOnly: true,
    roles: { customer: ownSession, auditor: ownSession, manager: ownSession, admin: ownSession },
  },
  /** Undoing how another user signs in. Not one's own: that takes the password, which a stolen token has not. */
  "signIn.reset": {
    scope: "admin",
    on: "user",
    bearerOnly: true,
    roles: { admin: differs("id", { actor: "id" }) },
  },
};
