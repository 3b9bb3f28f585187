import type { Explanations } from "../en.ts";
import { refusals } from "./refusals.ts";

/** What is wrong with a field, after its name. */
export const rules: Explanations = {
  required: () => "fehlt",
  not_offered: () => "ist keine der möglichen Angaben",
  not_of_form: () => "hat nicht die erwartete Form",
  token_spent: () => "ist ungültig, schon verwendet oder abgelaufen",
  too_short: ({ minimum }) => `muss mindestens ${minimum} Zeichen haben`,
  too_long: ({ maximum }) => `darf höchstens ${maximum} Zeichen haben`,
  names_you: () => "darf nicht Ihr Name, Ihre E-Mail-Adresse oder der Name dieses Dienstes sein",
  common_password: () => "gehört zu den Passwörtern, die Angreifer zuerst versuchen",
};

const AGAIN = "Beginnen Sie die Installation dann noch einmal.";
const COPY =
  "Kopieren Sie client_id und client_secret aus „Basic Information“ der App in die Slack-Einstellungen.";

/** What errors say in English, by their codes; of those that a page or a chat can show. */
export const explanations: Explanations = {
  ...refusals,
  // Signing in.
  wrong_password: () => "Die E-Mail-Adresse oder das Passwort ist falsch",
  otp_required: () => "Geben Sie den Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode ein",
  wrong_code: () => "Dieser Code ist falsch oder wurde schon verwendet",
  too_many_codes: () => "Zu viele falsche Codes: Warten Sie, oder verwenden Sie einen Wiederherstellungscode",
  form_expired: () => "Dieses Formular ist abgelaufen: Gehen Sie zurück, und beginnen Sie noch einmal",
  // Applications.
  sent_twice: ({ field }) => `Die Anwendung hat ${field} mehrmals gesendet`,
  unknown_client: () => "Keine Anwendung hat diese client_id",
  redirect_uri_required: () => "Die Anwendung muss eine der registrierten Adressen als redirect_uri senden",
  redirect_uri_unregistered: () => "Diese redirect_uri ist für die Anwendung nicht registriert",
  no_single_answer: () => "Erwartet wird ein Code oder ein Fehler: Beginnen Sie noch einmal",
  // Identity providers.
  return_page: () => "Beginnen Sie auf der Anmeldeseite",
  provider_trip_spent: () =>
    "Diese Anmeldung ist abgelaufen, schon beendet oder gehört zu einem anderen Browser: Beginnen Sie noch einmal",
  provider_cancelled: ({ provider }) =>
    `${provider} hat Sie nicht angemeldet: Sie haben abgebrochen, oder ${provider} lässt Sie diesen Dienst nicht nutzen`,
  provider_refused: ({ provider, error }) =>
    `${provider} hat Sie nicht angemeldet${error === undefined ? "" : `: ${error}`}`,
  provider_sign_in_old: ({ provider }) =>
    `${provider} hat Sie nicht noch einmal nach Ihren Zugangsdaten gefragt: Melden Sie sich dort ab, und beginnen Sie noch einmal`,
  provider_sign_in_time: ({ provider }) =>
    `${provider} teilt nicht mit, wann Sie sich dort angemeldet haben: Melden Sie sich anders an, oder bitten Sie Ihre Administration, das für diesen Anbieter zuzulassen`,
  provider_other_user: ({ provider }) =>
    `${provider} hat jemand anderen angemeldet: Verwenden Sie das Konto, mit dem Sie sich hier angemeldet haben`,
  provider_unreachable: ({ provider }) =>
    `${provider} ist nicht erreichbar: Versuchen Sie es gleich noch einmal, oder melden Sie sich anders an`,
  provider_grant_spent: ({ provider }) =>
    `${provider} meldet, dass diese Anmeldung schon verwendet wurde oder abgelaufen ist: Beginnen Sie noch einmal`,
  provider_unverified: ({ provider }) =>
    `Die Antwort von ${provider} konnte nicht geprüft werden: Wenden Sie sich an Ihre Administration`,
  provider_gone: () => "Dieser Identitätsanbieter steht nicht mehr zur Wahl",
  no_account: ({ provider }) =>
    `${provider} hat Sie angemeldet, aber kein Konto ist hier damit verknüpft: Melden Sie sich mit Ihrem Passwort an, oder wenden Sie sich an Ihre Administration`,
  account_just_created: ({ email }) =>
    `Für ${email} wurde gerade ein Konto angelegt: Melden Sie sich noch einmal an`,
  account_inactive: () => "Ihr Konto ist deaktiviert: Wenden Sie sich an Ihre Administration",
  // The installation of the Slack app.
  slack_invalid_code: () =>
    "Der Code von Slack ist abgelaufen oder schon verwendet: Er gilt einmal, zehn Minuten lang. Beginnen Sie noch einmal.",
  slack_code_already_used: () =>
    "Slack meldet, dass sein Code schon verwendet wurde. Beginnen Sie die Installation noch einmal.",
  slack_invalid_client_id: () => `Slack kennt keine App mit dieser client_id. ${COPY} ${AGAIN}`,
  slack_bad_client_secret: () => `Slack meldet, dass client_secret nicht zur App gehört. ${COPY} ${AGAIN}`,
  slack_bad_redirect_uri: () =>
    `Slack hat die Adresse dieser Seite abgelehnt: Tragen Sie sie in der App unter „OAuth & Permissions“, „Redirect URLs“ ein. ${AGAIN}`,
  slack_unreachable: () => "Slack ist nicht erreichbar. Beginnen Sie die Installation später noch einmal.",
  slack_unclear: ({ error }) =>
    `Die Antwort von Slack ist nicht eindeutig${error === undefined ? "" : ` (${error})`}. Beginnen Sie die Installation noch einmal; wenn das wieder geschieht, lesen Sie docs/slack.md.`,
  slack_whole_organisation: () =>
    `Die App wurde für eine ganze Organisation installiert, dieser Dienst arbeitet aber mit einem Workspace. Wählen Sie oben auf der Seite von Slack einen aus. ${AGAIN}`,
  slack_token_rotation: () =>
    `Für diese App ist „Token rotation“ eingeschaltet, ihr Token würde also ablaufen. Schalten Sie das unter „OAuth & Permissions“ aus, oder legen Sie eine App mit token_rotation_enabled: false an. ${AGAIN}`,
  slack_no_bot_token: () =>
    `Slack hat kein Bot-Token gesendet: Hat die App einen Bot wie im Manifest in docs/slack.md? ${AGAIN}`,
  slack_scopes_missing: ({ missing }) =>
    `Dem Bot fehlen die Scopes ${missing}. Fügen Sie sie unter „OAuth & Permissions“ hinzu. ${AGAIN}`,
  slack_settings_changed: () =>
    "Die Slack-Einstellungen haben sich geändert: Beginnen Sie die Installation noch einmal",
  slack_app_not_set: () =>
    "client_id und client_secret von Slack sind nicht mehr gesetzt. Setzen Sie sie, und beginnen Sie noch einmal.",
  slack_error: ({ error }) =>
    `Slack hat einen Fehler gemeldet (${error ?? "ohne Angabe eines Grundes"}). Es wurde nichts geändert. Beginnen Sie die Installation noch einmal.`,
  // Servers.
  dependency_unreachable: () => "Ein Dienst ist nicht erreichbar: Versuchen Sie es gleich noch einmal",
  storage_full: () => "Der Speicher ist voll: Wenden Sie sich an Ihre Administration",
  maybe_saved: () =>
    "Die Verbindung zur Datenbank brach beim Speichern ab: Die Änderung wurde vielleicht gespeichert. Sehen Sie nach, bevor Sie sie wiederholen",
};
