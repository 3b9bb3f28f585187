import type { EventData } from "../events/event-kinds.ts";

type ChangeKind =
  | "user.updated"
  | "user.password_changed"
  | "user.password_reset_issued"
  | "user.totp_enabled"
  | "user.totp_disabled"
  | "user.recovery_codes_replaced";

/** The message to the user; null if they know about the change anyway. */
const SENTENCES: { [K in ChangeKind]: (data: EventData<K>) => string | null } = {
  "user.password_changed": ({ how }) =>
    how === "changed"
      ? "Your password was changed."
      : "A new password was set for your account with a password reset link.",
  // The mail with the link already informs the user.
  "user.password_reset_issued": ({ by }) =>
    by === "admin" ? "An administrator created a link that sets a new password for your account." : null,
  "user.updated": ({ user, previous_email: previous }) =>
    previous === undefined
      ? null
      : `The e-mail address of your account was changed to ${user.email}: use it to sign in from now on.`,
  "user.totp_enabled": () =>
    "A second factor was turned on: you now need a code from an authenticator app to sign in.",
  "user.totp_disabled": ({ by }) =>
    `${by === "admin" ? "An administrator turned your second factor off" : "Your second factor was turned off"}: you now sign in with your password only.`,
  "user.recovery_codes_replaced": () => "Your recovery codes were replaced: the old ones no longer work.",
};

/** The user to notify of a change of their sign-in, and the message. */
export interface SecurityChange {
  /** The address at the time of the change: an attacker may change it next. */
  email: string;
  sentence: string;
}

/** The change of a user's sign-in in an event; null if there is none to report. */
export function securityChangeOf(event: {
  kind: string;
  data: Record<string, unknown>;
}): SecurityChange | null {
  if (!Object.hasOwn(SENTENCES, event.kind)) return null;
  const data = event.data as EventData<ChangeKind>;
  const sentence = (SENTENCES[event.kind as ChangeKind] as (data: EventData<ChangeKind>) => string | null)(
    data,
  );
  if (sentence === null) return null;
  const previous = "previous_email" in data ? data.previous_email : undefined;
  return { email: previous ?? data.user.email, sentence };
}

export const securityChangeWorkflowId = (eventId: string): string => `security-change-${eventId}`;
