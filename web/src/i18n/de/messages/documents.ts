/** Why a policy has its quality. */
export const policyQuality = {
  sections_complete: "Kein Abschnitt fehlt",
  sections_missing: "Ergänzen Sie die fehlenden Abschnitte: {{missing}}",
  control_not_named:
    "Beschreiben Sie, wie die Richtlinie {{control}} erfüllt: Für diese Kontrolle wurde sie angefordert",
  controls_mapped: "{{named}} Kontrollen des Rahmenwerks zugeordnet",
  controls_few: "Nennen Sie mindestens {{wanted}} Kontrollen des Rahmenwerks, denen die Richtlinie dient",
  no_placeholders: "Kein Platzhalter ist übrig",
  placeholders: "Füllen Sie die Platzhalter aus: {{found}}",
  rules_measurable: "{{measurable}} von {{rules}} Regeln nennen eine Zahl, eine Zeit oder eine Häufigkeit",
  rules_vague:
    "Nur {{measurable}} Regeln sind messbar: Legen Sie in mindestens {{wanted}} fest, wer was wie oft und wie schnell tun muss",
  company_named: "Das Unternehmen wird genannt",
  company_not_named: "Nennen Sie {{company}} im Text",
  review_stated: "Das Datum der nächsten Überprüfung ist angegeben",
  review_not_stated:
    "Geben Sie das Datum der nächsten Überprüfung an (next review: JJJJ-MM-TT), höchstens ein Jahr voraus",
  long_enough: "{{words}} Wörter",
  too_brief: "Nur {{words}} Wörter: zu kurz, um vollständig zu sein",
};

/** Why a report failed. */
export const report = {
  too_large: "Das Projekt ist zu groß für diesen Bericht: Fordern Sie stattdessen die CSV-Tabellen an",
  not_built: "Der Bericht konnte nicht erstellt werden: Fordern Sie ihn später noch einmal an",
  cancelled: "Der Bericht wurde vom Betrieb abgebrochen",
  file_changed: "Eine gespeicherte Datei weicht von der hochgeladenen ab: Ihr SHA-256 ist ein anderer.",
  file_missing: "Eine gespeicherte Datei gibt es nicht mehr.",
};

/** Why a questionnaire could not be answered. */
export const questionnaire = {
  search_away: "Die Suche hat nicht geantwortet: Versuchen Sie es später noch einmal",
  requester_without_access:
    "Wer die Antworten angefordert hat, sieht das Projekt nicht mehr: Jemand anderes kann es noch einmal versuchen",
  requester_inactive:
    "Wer die Antworten angefordert hat, ist nicht mehr aktiv: Jemand anderes kann es noch einmal versuchen",
};

/** Errors of reports, policies and questionnaires. */
export const documentProblems = {
  report_failed: "Der Bericht ist fehlgeschlagen: Fordern Sie einen neuen an",
  report_running: "Der Bericht wird noch erstellt",
  no_workbook:
    "Laden Sie eine Excel- (.xlsx) oder CSV-Datei hoch: Öffnen Sie andere Dateien in einem Tabellenprogramm, und speichern Sie sie als .xlsx",
  no_questions:
    "Kein Blatt hat Überschriften für Fragen und Antworten: Geben Sie die Spalten der Fragen und der Antworten an",
  no_such_sheet: "Die Datei hat dieses Blatt nicht",
  too_many_questions: "Die Datei hat zu viele Fragen: Teilen Sie sie auf mehrere Dateien auf",
  questionnaire_running: "Der Fragebogen wird noch beantwortet",
  no_answer_yet: "Es gibt noch keine Antwort: Antworten Sie mit eigenen Worten",
  no_project: "Diese Richtlinie gehört zu keinem Projekt",
};
