/** Why a workflow ended that did not fail by itself. */
export const workflowEnd = {
  timed_out: "Die Zeit des Workflows ist abgelaufen",
  terminated: "Der Workflow wurde abgebrochen",
};

/** What is wrong with an entry of the audit log. */
export const chain = {
  entry_missing: "Der Eintrag fehlt",
  entries_missing: "Die Einträge {{from}} bis {{until}} fehlen",
  not_following: "Er schließt nicht an den vorherigen Eintrag an",
  altered: "Sein Inhalt passt nicht zu seinem Hash",
  rewritten: "Sein Hash weicht vom notierten ab: Die Kette wurde neu geschrieben",
  cut_off: "Die Kette endet vor dem notierten Eintrag {{recorded}}: Ihr Ende fehlt",
  before_first: "Seine Nummer liegt vor der des ersten Eintrags",
};

/** Errors of the service itself. */
export const serviceProblems = {
  too_many_requests: "Zu viele Anfragen: Warten Sie, bevor Sie es noch einmal versuchen",
  too_many_at_once: "Gerade sind zu viele solche Anfragen in Arbeit: Versuchen Sie es gleich noch einmal",
  dependency_unreachable: "Ein Dienst ist nicht erreichbar: Versuchen Sie es gleich noch einmal",
  temporal_silent: "Temporal antwortet nicht: Versuchen Sie es später noch einmal",
  search_unavailable: "Die Suche ist nicht verfügbar",
  storage_full: "Der Speicher ist voll: Wenden Sie sich an Ihre Administration",
  maybe_saved:
    "Die Verbindung zur Datenbank brach beim Speichern ab: Die Änderung wurde vielleicht gespeichert. Sehen Sie nach, bevor Sie sie wiederholen",
  request_in_progress: "Diese Anfrage läuft noch: Versuchen Sie es erneut, wenn sie fertig ist",
  workflow_running: "Der Ablauf läuft noch: Warten Sie, bis er endet",
};
