import type { pages as english } from "../en/pages.ts";

export const pages: typeof english = {
  email: "E-Mail-Adresse",
  password: "Passwort",
  continue: "Weiter",
  allow: "Erlauben",
  deny: "Ablehnen",
  back: "Zurück",
  otherAccount: "Anderes Konto verwenden",
  closePage: "Sie können diese Seite schließen",
  signIn: {
    title: "Anmelden",
    continueTo: (subject) => `um mit ${subject} fortzufahren`,
    forgot: "Passwort vergessen?",
    with: (provider) => `Mit ${provider} anmelden`,
    again: "Melden Sie sich noch einmal an",
    codeRefused: (why) => `Die Anmeldung ist fehlgeschlagen: ${why}`,
  },
  code: {
    title: "Zweiter Faktor",
    code: "Code aus Ihrer Authenticator-App oder ein Wiederherstellungscode",
  },
  forgotPassword: {
    title: "Passwort vergessen?",
    intro: "Wir senden Ihnen per E-Mail einen Link, mit dem Sie ein neues setzen.",
    send: "Link senden",
    noAddress: "Das ist keine E-Mail-Adresse",
    sent: "Sehen Sie in Ihr Postfach",
    notSent: "Es wurde keine E-Mail gesendet",
    notSentText:
      "Diese Installation sendet keine E-Mails. Bitten Sie Ihre Administration um einen Link, mit dem Sie ein neues Passwort setzen. Damit E-Mails gesendet werden, setzt der Betrieb SMTP_URL und MAIL_FROM.",
    sentText:
      "Wenn es ein Konto mit dieser Adresse gibt, haben wir ihm eine E-Mail mit einem Link gesendet. Wenn keine ankommt, wenden Sie sich an Ihre Administration.",
  },
  newPassword: {
    title: "Neues Passwort setzen",
    password: (minimum) => `Neues Passwort, mindestens ${minimum} Zeichen`,
    set: "Passwort setzen",
    isSet: "Ihr neues Passwort ist gesetzt",
    isSetText: "Melden Sie sich damit an. Alle anderen Anmeldungen wurden beendet.",
    spent: "Dieser Link gilt nicht",
    spentText: "Er ist ungültig, schon verwendet oder abgelaufen.",
    again: "Neuen Link anfordern",
    refused: (why) => `Das neue Passwort ${why}`,
  },
  invitation: {
    title: "Konto anlegen",
    invited: (email) => `Sie sind als ${email} eingeladen.`,
    name: "Ihr Name",
    password: (minimum) => `Passwort, mindestens ${minimum} Zeichen`,
    create: "Konto anlegen",
    noName: "Geben Sie einen Namen mit höchstens 200 Zeichen ein",
    passwordRefused: (why) => `Das Passwort ${why}`,
    unusable: "Diese Einladung gilt nicht",
    unusableText:
      "Der Link ist ungültig, schon verwendet oder abgelaufen. Wenn Sie Ihr Konto schon angelegt haben, melden Sie sich an; andernfalls bitten Sie Ihre Administration um einen neuen Link.",
    ready: "Ihr Konto ist bereit",
    readyText: "Melden Sie sich mit Ihrer E-Mail-Adresse und Ihrem neuen Passwort an.",
  },
  consent: {
    title: (client) => `${client} Zugriff erlauben?`,
    asks: (client, host, email) => `${client} (${host}) bittet um Zugriff im Namen von ${email}:`,
    scopes: {
      read: "Alles lesen, was Sie lesen können",
      write: "In Ihrem Namen Änderungen vornehmen",
      admin: "Benutzer, Schlüssel und Integrationen verwalten",
      audit: "Nachweise prüfen und das Audit-Protokoll lesen",
      webhook: "Webhook-Abonnements verwalten",
    },
  },
  device: {
    title: "Gerät verbinden",
    subject: "Ihrem Gerät",
    code: "Der Code, den Ihr Gerät anzeigt",
    shows: (code) => `das Gerät, das ${code} anzeigt`,
    unknown: "Dieser Code ist unbekannt oder abgelaufen",
    allowed: "Ihr Gerät macht von selbst weiter.",
    denied: "Das Gerät hat keinen Zugriff.",
  },
  link: {
    title: (chat) => `Mit ${chat} verknüpfen?`,
    would: (name, chat, email) =>
      `${name} aus ${chat} würde als ${email} handeln: alles sehen, hochladen und prüfen, was Sie dürfen.`,
    warning: "Fahren Sie nur fort, wenn Sie diesen Link selbst angefordert haben.",
    link: "Verknüpfen",
    no: "Nein",
    spent: "Dieser Link ist abgelaufen oder wurde schon verwendet",
    spentText: "Fordern Sie im Chat einen neuen an: Jeder gilt einmal, 15 Minuten lang.",
    declined: "Es wurde nichts verknüpft",
    declinedText: "Sie können diese Seite schließen.",
    linked: "Verknüpft",
    linkedText: (name, chat, email) => `${name} in ${chat} handelt jetzt als ${email}.`,
  },
  slack: {
    subject: "der Slack-Installation",
    refused: "Slack wurde nicht verbunden",
    spentTitle: "Dieser Link gilt nicht",
    spent: (minutes) =>
      `Dieser Link ist ungültig, abgelaufen oder schon verwendet: Jeder gilt einmal, ${minutes} Minuten lang. Beginnen Sie in den Slack-Einstellungen noch einmal.`,
    notAllowed:
      "Wer diese Installation begonnen hat, darf keine Integrationen mehr verwalten. Bitten Sie Ihre Administration, noch einmal zu beginnen.",
    declined:
      "Sie haben bei Slack abgelehnt, daher wurde nichts geändert. Sie können jederzeit neu beginnen.",
    wrongUser:
      "Sie sind mit einem anderen Konto angemeldet: Melden Sie sich mit dem Konto an, das die Installation begonnen hat.",
    connected: "Slack ist verbunden",
    connectedText: (workspace, channel) =>
      `Die App ist in ${workspace} installiert. Laden Sie sie in ${channel} und in jeden anderen Kanal ein, in den sie schreibt. Sie können diese Seite schließen.`,
  },
  failure: {
    title: "Etwas ist schiefgegangen",
    notSignedIn: "Sie sind nicht angemeldet",
    tooMany: "Zu viele Versuche. Warten Sie eine Weile vor dem nächsten.",
    internal: (requestId) =>
      `Interner Fehler. Versuchen Sie es gleich noch einmal; wenn er wieder auftritt, melden Sie die Anfrage-ID ${requestId}.`,
  },
};
