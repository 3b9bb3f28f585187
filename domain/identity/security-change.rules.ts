import type { EventData } from "../events/event-kinds.ts";
import type { Texts } from "../texts/en.ts";

type ChangeKind =
  | "user.updated"
  | "user.password_changed"
  | "user.password_reset_issued"
  | "user.totp_enabled"
  | "user.totp_disabled"
  | "user.recovery_codes_replaced"
  | "user.upstream_linked"
  | "linked_account.linked";

const CHAT_PLATFORMS: Readonly<Record<string, string>> = { slack: "Slack", whatsapp: "WhatsApp" };

/** What changed, in the language of its reader. */
type Sentence = (changes: Texts["mails"]["securityChanges"]) => string;

/** The message to the user; null if they know about the change anyway. */
const SENTENCES: { [K in ChangeKind]: (data: EventData<K>) => Sentence | null } = {
  "user.password_changed":
    ({ how }) =>
    ({ passwordChanged, passwordReset }) =>
      how === "changed" ? passwordChanged : passwordReset,
  // The mail with the link already informs the user.
  "user.password_reset_issued": ({ by }) => (by === "admin" ? ({ resetIssued }) => resetIssued : null),
  "user.updated": ({ user, previous_email: previous }) =>
    previous === undefined ? null : ({ addressChanged }) => addressChanged(user.email),
  "user.totp_enabled":
    () =>
    ({ factorOn }) =>
      factorOn,
  "user.totp_disabled":
    ({ by }) =>
    ({ factorOff, factorOffByAdmin }) =>
      by === "admin" ? factorOffByAdmin : factorOff,
  "user.recovery_codes_replaced":
    () =>
    ({ recoveryCodes }) =>
      recoveryCodes,
  // Someone whose account was just created knows where they signed in.
  "user.upstream_linked": ({ provider_name: name, is_new_user: isNew }) =>
    name === undefined || isNew === true ? null : ({ providerLinked }) => providerLinked(name),
  "linked_account.linked":
    ({ linked_account: { kind } }) =>
    ({ chatLinked }) =>
      chatLinked(CHAT_PLATFORMS[kind] ?? kind),
};

/** The user to notify of a change of their sign-in, and the message. */
export interface SecurityChange {
  /** The address at the time of the change: an attacker may change it next. */
  email: string;
  userId: string;
  sentence: Sentence;
}

/** The change of a user's sign-in in an event; null if there is none to report. */
export function securityChangeOf(event: {
  kind: string;
  data: Record<string, unknown>;
}): SecurityChange | null {
  if (!Object.hasOwn(SENTENCES, event.kind)) return null;
  const data = event.data as EventData<ChangeKind>;
  // Earlier versions recorded some events without their user.
  if (data.user === undefined) return null;
  const sentence = (SENTENCES[event.kind as ChangeKind] as (data: EventData<ChangeKind>) => Sentence | null)(
    data,
  );
  if (sentence === null) return null;
  const previous = "previous_email" in data ? data.previous_email : undefined;
  return { email: previous ?? data.user.email, userId: data.user.id, sentence };
}

export const securityChangeWorkflowId = (eventId: string): string => `security-change-${eventId}`;
