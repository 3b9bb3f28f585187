import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";

const userRef = z.object({ id: z.string(), email: z.string() });
const personRef = userRef.extend({ name: z.string(), role: z.string() });

const user = { id: exampleId(4), email: "kim@example.com" };
const person = { ...user, name: "Kim", role: "customer" };

export const userEvents = {
  "user.created": event("A user was created", { user: personRef }, { user: person }),
  "user.updated": event(
    "A user changed; `changed` has the names of the API fields, `previous_email` the old address if it is one of them",
    { user: personRef, changed: z.array(z.string()), previous_email: z.string().optional() },
    { user: person, changed: ["name"] },
  ),
  "user.deactivated": event("A user was deactivated", { user: personRef }, { user: person }),
  "user.reactivated": event(
    "A user was reactivated and may sign in again",
    { user: personRef },
    { user: person },
  ),
  "user.totp_enabled": event("A user turned on a second factor", { user: userRef }, { user }),
  "user.totp_disabled": event(
    "The second factor of a user was turned off",
    { user: userRef, by: z.enum(["user", "admin"]) },
    { user, by: "user" },
  ),
  "user.recovery_codes_replaced": event("A user has new recovery codes", { user: userRef }, { user }),
  "user.recovery_code_used": event(
    "A user signed in with a recovery code",
    { user: userRef, left: z.int() },
    { user, left: 9 },
  ),
  "user.password_reset_requested": event(
    "A password reset link was requested; the address has not been looked up yet",
    { request: z.object({ id: z.string() }) },
    { request: { id: exampleId(1) } },
    { subject: "password_reset" },
  ),
  "user.password_reset_issued": event(
    "A password reset link was created",
    { user: userRef, by: z.enum(["mail", "admin"]) },
    { user, by: "mail" },
  ),
  "user.password_changed": event(
    "A password was changed",
    { user: userRef, how: z.enum(["changed", "reset"]) },
    { user, how: "changed" },
  ),
};
