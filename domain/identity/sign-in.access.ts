import { defineAccess, forEveryRole } from "../access/access-rule.ts";
import { differs, equals } from "../access/condition.ts";

export type SignInAction = "signIn.change" | "signIn.see" | "signIn.end" | "signIn.reset";

const ownSession = equals("user.id", { actor: "id" });

export const signInAccess = defineAccess<SignInAction>({
  /**
   * Changing one's own sign-in, checked on the session. An application with access must not gain control of
   * the account.
   */
  "signIn.change": {
    scope: "write",
    on: "session",
    personOnly: true,
    roles: forEveryRole(ownSession),
  },
  /** One's own sessions, and those of one's applications. */
  "signIn.see": {
    scope: "read",
    on: "session",
    personOnly: true,
    roles: forEveryRole(ownSession),
  },
  /** An application must not end the sessions of others. */
  "signIn.end": {
    scope: "write",
    on: "session",
    personOnly: true,
    roles: forEveryRole(ownSession),
  },
  /**
   * Resetting another user's sign-in. Not one's own: that requires the password, which a stolen token lacks.
   */
  "signIn.reset": {
    scope: "admin",
    on: "user",
    bearerOnly: true,
    freshOnly: true,
    roles: { admin: differs("id", { actor: "id" }) },
  },
});
