import { defineAccess } from "../access/access-rule.ts";
import { differs, equals } from "../access/condition.ts";

export type SignInAction = "signIn.change" | "signIn.see" | "signIn.end" | "signIn.reset";

const ownSession = equals("user.id", { actor: "id" });

export const signInAccess = defineAccess<SignInAction>({
  /** Changing how one signs in oneself, asked about the session. An application that was given access must not take the account over. */
  "signIn.change": {
    scope: "write",
    on: "session",
    personOnly: true,
    roles: { customer: ownSession, auditor: ownSession, manager: ownSession, admin: ownSession },
  },
  /** One's own sessions, and those of the applications that one gave access. */
  "signIn.see": {
    scope: "read",
    on: "session",
    personOnly: true,
    roles: { customer: ownSession, auditor: ownSession, manager: ownSession, admin: ownSession },
  },
  /** No application ends what others were given. */
  "signIn.end": {
    scope: "write",
    on: "session",
    personOnly: true,
    roles: { customer: ownSession, auditor: ownSession, manager: ownSession, admin: ownSession },
  },
  /** Undoing how another user signs in. Not one's own: that takes the password, which a stolen token has not. */
  "signIn.reset": {
    scope: "admin",
    on: "user",
    bearerOnly: true,
    freshOnly: true,
    roles: { admin: differs("id", { actor: "id" }) },
  },
});
