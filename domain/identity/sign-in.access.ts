import type { AccessRules } from "../access/access-rule.ts";
import { all, equals } from "../access/condition.ts";

export type SignInAction = "signIn.change";

/** The caller's session from our own sign-in form: an application that was given access must not take the account over. */
const ownSession = all(equals("user.id", { actor: "id" }), equals("client", null));

export const signInAccess: AccessRules<SignInAction> = {
  /** Changing how one signs in oneself, asked about the session. */
  "signIn.change": {
    scope: "write",
    bearerOnly: true,
    roles: { customer: ownSession, auditor: ownSession, manager: ownSession, admin: ownSession },
  },
};
