export interface MailText {
  subject: string;
  text: string;
}

export interface SecurityMail {
  sentence: string;
  email: string;
  at: Date;
  link: string;
}

export interface WebhookMail {
  /** Where the webhook sends to, and its page in the console. */
  url: string;
  page: string;
  at: Date;
  reason: "gone" | "failing" | "credential_ended";
  failingDays: number;
}

/** A time to the minute: `2026-11-21 12:00 UTC`. */
const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const WHY = {
  gone: () => "It answered 410 (Gone): the endpoint no longer exists.",
  failing: (days: number) => `Every delivery failed for ${days} days.`,
  credential_ended: () => "The API key or application that created it is no longer valid.",
};

const WHAT_THEN = {
  gone: "Once it works again, turn it on",
  failing: "Once it works again, turn it on",
  credential_ended: "To receive events with your own rights, sign in and turn it on",
};

/** The e-mails. */
export const mails = {
  passwordReset: ({ email, link, minutes }: { email: string; link: string; minutes: number }): MailText => ({
    subject: "Set a new password",
    text: `Someone, probably you, requested a new password for ${email}.

Set it here within ${minutes} minutes:
${link}

If it was not you, ignore this e-mail: your password stays the same.
`,
  }),
  invitation: (
    invited: Record<"email" | "invitedBy" | "publicUrl" | "link", string> & { days: number },
  ): MailText => ({
    subject: "You are invited to Compliance",
    text: `${invited.invitedBy} invited you to ${invited.publicUrl} as ${invited.email}.

Set your name and a password here within ${invited.days} days:
${invited.link}

The link works once. If you did not expect this invitation, ignore this e-mail: no account exists until you use the link.
`,
  }),
  securityChange: ({ sentence, email, at, link }: SecurityMail): MailText => ({
    subject: "Your sign-in changed",
    text: `${sentence}

Account: ${email}
When: ${minuteOf(at)}

If you expected this, do nothing. If not, set a new password at once and contact your administrator:
${link}
`,
  }),
  /** What changed, in the mail above. */
  securityChanges: {
    passwordChanged: "Your password was changed.",
    passwordReset: "A new password was set for your account with a password reset link.",
    resetIssued: "An administrator created a link that sets a new password for your account.",
    addressChanged: (email: string) =>
      `The e-mail address of your account was changed to ${email}: use it to sign in from now on.`,
    factorOn: "A second factor was turned on: you now need a code from an authenticator app to sign in.",
    factorOff: "Your second factor was turned off: you now sign in with your password only.",
    factorOffByAdmin:
      "An administrator turned your second factor off: you now sign in with your password only.",
    recoveryCodes: "Your recovery codes were replaced: the old ones no longer work.",
    providerLinked: (provider: string) =>
      `An account at ${provider} was linked to yours: it can now sign in as you.`,
    chatLinked: (platform: string) =>
      `A ${platform} account was linked to yours: what it asks for there, it now does as you.`,
  },
  webhookDisabled: ({ url, page, at, reason, failingDays }: WebhookMail): MailText => ({
    subject: "A webhook was turned off",
    text: `${WHY[reason](failingDays)} It no longer receives events.

Address: ${url}
When: ${minuteOf(at)}

${WHAT_THEN[reason]} and send the events it missed:
${page}
`,
  }),
};
