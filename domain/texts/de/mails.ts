import type { mails as english } from "../en/mails.ts";

/** A time to the minute: `21.11.2026, 12:00 Uhr (UTC)`. */
function minuteOf(time: Date): string {
  const [day, clock] = time.toISOString().slice(0, 16).split("T") as [string, string];
  return `${day.split("-").toReversed().join(".")}, ${clock} Uhr (UTC)`;
}

const WHY = {
  gone: () => "Der Empfänger hat mit 410 (Gone) geantwortet: Diese Adresse gibt es nicht mehr.",
  failing: (days: number) => `${days} Tage lang ist jede Zustellung fehlgeschlagen.`,
  credential_ended: () =>
    "Der API-Schlüssel oder die Anwendung, mit der der Webhook angelegt wurde, gilt nicht mehr.",
};

const WHAT_THEN = {
  gone: "Sobald der Empfänger wieder antwortet, schalten Sie den Webhook ein",
  failing: "Sobald der Empfänger wieder antwortet, schalten Sie den Webhook ein",
  credential_ended:
    "Um Ereignisse mit Ihren eigenen Rechten zu erhalten, melden Sie sich an und schalten den Webhook ein",
};

export const mails: typeof english = {
  passwordReset: ({ email, link, minutes }) => ({
    subject: "Neues Passwort setzen",
    text: `Jemand, vermutlich Sie selbst, hat ein neues Passwort für ${email} angefordert.

Setzen Sie es innerhalb von ${minutes} Minuten hier:
${link}

Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.
`,
  }),
  invitation: ({ email, invitedBy, publicUrl, link, days }) => ({
    subject: "Sie sind zu Compliance eingeladen",
    text: `${invitedBy} hat Sie als ${email} zu ${publicUrl} eingeladen.

Legen Sie innerhalb von ${days} Tagen hier Ihren Namen und ein Passwort fest:
${link}

Der Link gilt einmal. Wenn Sie diese Einladung nicht erwartet haben, ignorieren Sie diese E-Mail: Ein Konto entsteht erst, wenn Sie den Link verwenden.
`,
  }),
  securityChange: ({ sentence, email, at, link }) => ({
    subject: "Ihre Anmeldung wurde geändert",
    text: `${sentence}

Konto: ${email}
Zeitpunkt: ${minuteOf(at)}

Wenn Sie das erwartet haben, müssen Sie nichts tun. Wenn nicht, setzen Sie sofort ein neues Passwort, und wenden Sie sich an Ihre Administration:
${link}
`,
  }),
  securityChanges: {
    passwordChanged: "Ihr Passwort wurde geändert.",
    passwordReset: "Für Ihr Konto wurde mit einem Link zum Zurücksetzen ein neues Passwort gesetzt.",
    resetIssued: "Die Administration hat einen Link erstellt, der ein neues Passwort für Ihr Konto setzt.",
    addressChanged: (email) =>
      `Die E-Mail-Adresse Ihres Kontos wurde auf ${email} geändert: Melden Sie sich ab jetzt damit an.`,
    factorOn:
      "Ein zweiter Faktor wurde eingeschaltet: Für die Anmeldung brauchen Sie jetzt einen Code aus einer Authenticator-App.",
    factorOff: "Ihr zweiter Faktor wurde ausgeschaltet: Sie melden sich jetzt nur mit Ihrem Passwort an.",
    factorOffByAdmin:
      "Die Administration hat Ihren zweiten Faktor ausgeschaltet: Sie melden sich jetzt nur mit Ihrem Passwort an.",
    recoveryCodes: "Ihre Wiederherstellungscodes wurden ersetzt: Die alten gelten nicht mehr.",
    providerLinked: (provider) =>
      `Ein Konto bei ${provider} wurde mit Ihrem verknüpft: Es kann sich jetzt als Sie anmelden.`,
    chatLinked: (platform) =>
      `Ein ${platform}-Konto wurde mit Ihrem verknüpft: Was es dort verlangt, geschieht jetzt in Ihrem Namen.`,
  },
  webhookDisabled: ({ url, page, at, reason, failingDays }) => ({
    subject: "Ein Webhook wurde ausgeschaltet",
    text: `${WHY[reason](failingDays)} Der Webhook erhält keine Ereignisse mehr.

Adresse: ${url}
Zeitpunkt: ${minuteOf(at)}

${WHAT_THEN[reason]}, und senden Sie die versäumten Ereignisse nach:
${page}
`,
  }),
};
