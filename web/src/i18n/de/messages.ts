import { fileWarnings } from "./file-warnings.ts";
import { workflowSummaries } from "./workflow-summaries.ts";

/** What the API says in English, by its codes. Only other languages have this; English shows the API's own words. */
export const messages = {
  quality: {
    no_text: "Es konnte kein Text gelesen werden",
    text: "{{characters}} Zeichen Text wurden gelesen",
    text_recognized:
      "{{characters}} Zeichen Text wurden durch Texterkennung gelesen: Laden Sie das Original hoch, wenn es eines gibt",
    text_hard_to_read:
      "{{characters}} Zeichen Text wurden durch Texterkennung aus Bildern gelesen, die schwer zu lesen sind: Vergleichen Sie ihn mit der Datei, oder laden Sie das Original hoch",
    text_hard_to_read_incomplete:
      "{{characters}} Zeichen Text wurden durch Texterkennung aus Bildern gelesen, die schwer zu lesen sind, Teile der Datei nicht: Die Warnungen nennen sie",
    text_incomplete:
      "{{characters}} Zeichen Text wurden gelesen, Teile der Datei nicht: Die Warnungen nennen sie",
    text_recognized_incomplete:
      "{{characters}} Zeichen Text wurden durch Texterkennung gelesen, Teile der Datei nicht: Die Warnungen nennen sie",
    dated: "Datiert auf den {{date}}",
    undated: "Kein Datum gefunden: Tragen Sie ein, wann der Nachweis erhoben wurde",
    no_period: "Das Projekt hat keinen Prüfungszeitraum",
    inside_period: "Ein Datum liegt im Zeitraum {{start}} bis {{end}}",
    outside_period: "Kein Datum liegt im Zeitraum {{start}} bis {{end}}",
    covers_clearly: "Der Inhalt deckt klar ab, was die Kontrolle verlangt",
    covers_partly: "Der Inhalt deckt teilweise ab, was die Kontrolle verlangt",
    covers_hardly: "Der Inhalt deckt kaum ab, was die Kontrolle verlangt",
    original: "Kein anderer Nachweis im Projekt hat denselben Inhalt",
    duplicate: "Das Projekt hat dieselbe Datei schon als „{{title}}“",
    rejected_before: "Dieselbe Datei wurde schon als „{{title}}“ abgelehnt: {{note}}",
    described: "Es ist angegeben, was gezeigt wird und wer verantwortlich ist",
    lacks_description: "Es fehlt eine Beschreibung dessen, was gezeigt wird",
    lacks_responsible: "Es fehlt, wer verantwortlich ist",
    lacks_both: "Es fehlen eine Beschreibung dessen, was gezeigt wird, und wer verantwortlich ist",
  },
  shareReason: {
    evidence: "{{approved}} von {{required}} verlangten Nachweisen genehmigt",
    evidence_pending: "{{approved}} von {{required}} verlangten Nachweisen genehmigt, {{pending}} zu prüfen",
    by_hand: "Von Hand auf {{progress}} gesetzt",
    by_hand_because: "Von Hand auf {{progress}} gesetzt: {{reason}}",
  },
  ingestion: {
    empty: "Die Datei ist leer",
    unsupported_type: "Dateien dieser Art können nicht gelesen werden",
    content_mismatch: "Der Inhalt der Datei passt nicht zu ihrem Namen",
    encrypted: "Die Datei ist mit einem Passwort geschützt und kann nicht gelesen werden",
    macros: "Die Datei enthält Makros, die nicht angenommen werden",
    zip_bomb: "Die Datei wird beim Entpacken zu groß und kann nicht gelesen werden",
    corrupt: "Die Datei ist beschädigt und kann nicht gelesen werden",
    too_large_to_scan:
      "Die Datei ist zu groß für die Prüfung auf Schadsoftware: Laden Sie sie in Teilen hoch",
    timeout: "Das Lesen der Datei hat zu lange gedauert",
    memory: "Das Lesen der Datei braucht mehr Speicher, als erlaubt ist",
    output_too_large: "Die Datei enthält mehr Text, als verarbeitet werden kann",
    too_deep:
      "Der Inhalt der Datei ist zu tief verschachtelt, um gelesen zu werden: Vereinfachen Sie Tabellen und Gruppen",
    crashed: "Das Lesen der Datei ist bei jedem Versuch abgebrochen",
    unreadable: "Die Datei konnte nicht gelesen werden: Den Grund findet der Betrieb im Protokoll",
    cancelled: "Das Lesen der Datei wurde vom Betrieb abgebrochen",
    malware: "In der Datei wurde Schadsoftware gefunden",
  },
  warning: fileWarnings,
  policyQuality: {
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
  },
  /** The groups of controls in the catalogues that come with the product. */
  controlGroup: {
    access: "Auskunft",
    availability: "Verfügbarkeit",
    change_management: "Änderungsmanagement",
    choice_and_consent: "Wahlmöglichkeit und Einwilligung",
    collection: "Erhebung",
    communication_and_information: "Kommunikation und Information",
    confidentiality: "Vertraulichkeit",
    control_activities: "Kontrollaktivitäten",
    control_environment: "Kontrollumfeld",
    disclosure_and_notification: "Weitergabe und Benachrichtigung",
    logical_and_physical_access: "Logischer und physischer Zugang",
    monitoring_activities: "Überwachung",
    monitoring_and_enforcement: "Überwachung und Durchsetzung",
    notice: "Datenschutzhinweis",
    organizational_controls: "Organisatorische Kontrollen",
    people_controls: "Personelle Kontrollen",
    physical_controls: "Physische Kontrollen",
    processing_integrity: "Verarbeitungsintegrität",
    quality: "Datenqualität",
    risk_assessment: "Risikobewertung",
    risk_mitigation: "Risikominderung",
    system_operations: "Systembetrieb",
    technological_controls: "Technologische Kontrollen",
    use_retention_and_disposal: "Nutzung, Aufbewahrung und Löschung",
  },
  workflow: workflowSummaries,
  /** Why a workflow ended that did not fail by itself. */
  workflowEnd: {
    timed_out: "Die Zeit des Workflows ist abgelaufen",
    terminated: "Der Workflow wurde abgebrochen",
  },
  /** Why a report failed. */
  report: {
    too_large: "Das Projekt ist zu groß für diesen Bericht: Fordern Sie stattdessen die CSV-Tabellen an",
    not_built: "Der Bericht konnte nicht erstellt werden: Fordern Sie ihn später noch einmal an",
    cancelled: "Der Bericht wurde vom Betrieb abgebrochen",
    file_changed: "Eine gespeicherte Datei weicht von der hochgeladenen ab: Ihr SHA-256 ist ein anderer.",
    file_missing: "Eine gespeicherte Datei gibt es nicht mehr.",
  },
  /** Why a questionnaire could not be answered. */
  questionnaire: {
    search_away: "Die Suche hat nicht geantwortet: Versuchen Sie es später noch einmal",
    requester_without_access:
      "Wer die Antworten angefordert hat, sieht das Projekt nicht mehr: Jemand anderes kann es noch einmal versuchen",
    requester_inactive:
      "Wer die Antworten angefordert hat, ist nicht mehr aktiv: Jemand anderes kann es noch einmal versuchen",
  },
  /** What is wrong with an entry of the audit log. */
  chain: {
    entry_missing: "Der Eintrag fehlt",
    entries_missing: "Die Einträge {{from}} bis {{until}} fehlen",
    not_following: "Er schließt nicht an den vorherigen Eintrag an",
    altered: "Sein Inhalt passt nicht zu seinem Hash",
    rewritten: "Sein Hash weicht vom notierten ab: Die Kette wurde neu geschrieben",
    cut_off: "Die Kette endet vor dem notierten Eintrag {{recorded}}: Ihr Ende fehlt",
    before_first: "Seine Nummer liegt vor der des ersten Eintrags",
  },
  /** What is wrong with a field, after its label and a colon. */
  rule: {
    required: "ist erforderlich",
    required_for_unread:
      "ist erforderlich, um Nachweise zu genehmigen, deren Datei nicht gelesen werden konnte",
    too_short: "muss mindestens {{minimum}} Zeichen haben",
    too_long: "darf höchstens {{maximum}} Zeichen haben",
    too_few: "braucht mindestens {{minimum}} Einträge",
    too_many: "darf höchstens {{maximum}} Einträge haben",
    too_low: "muss mindestens {{minimum}} sein",
    too_high: "darf höchstens {{maximum}} sein",
    not_email: "muss eine E-Mail-Adresse sein",
    not_address: "muss eine vollständige Adresse sein, zum Beispiel https://example.com/hooks",
    not_date: "muss ein Datum sein",
    not_offered: "ist keine der möglichen Angaben",
    not_ip_range: "muss aus IP-Adressen oder Bereichen (CIDR) bestehen",
    not_of_form: "hat nicht die erwartete Form",
    not_secure_address:
      "muss eine vollständige https-Adresse ohne Zugangsdaten und Fragment sein; http ist nur für diesen Rechner erlaubt",
    not_issuer: "muss der Aussteller selbst sein, ohne Parameter und ohne /.well-known/",
    not_of_kind: "gehört nicht zu diesem Protokoll",
    needs_openid: "muss für OpenID Connect openid enthalten",
    needs_secret: "darf für öffentliche Clients keine Client-Credentials enthalten",
    address_refused: "ist nicht erreichbar oder nicht erlaubt",
    delivery_log_ended: "liegt zu weit zurück: Zustellungen werden {{days}} Tage aufbewahrt",
    in_past: "liegt in der Vergangenheit",
    names_you: "darf nicht Ihr Name, Ihre E-Mail-Adresse oder der Name dieses Dienstes sein",
    common_password: "gehört zu den Passwörtern, die Angreifer zuerst versuchen",
    not_your_password: "ist nicht Ihr Passwort",
    row_repeated: "kommt in diesem Import mehrfach vor; die erste Zeile gilt",
    no_such_control: "„{{control}}“ gibt es in diesem Projekt nicht",
    no_rule_or_message: "Das Ergebnis hat weder eine Regel noch einen Text",
    check_passed: "Die Prüfung wurde bestanden",
    check_not_applicable: "Die Prüfung trifft nicht zu",
    no_longer_exists: "Das Ergebnis gibt es nicht mehr",
    suppressed: "Das Ergebnis ist an seiner Quelle unterdrückt",
    not_yours: {
      severity: "Nur wer die Feststellung erhoben hat oder darüber entscheidet, darf sie herabstufen",
      due_date: "Nur wer die Feststellung erhoben hat oder darüber entscheidet, darf sie aufschieben",
      control_id: "Nur wer die Feststellung erhoben hat oder darüber entscheidet, darf sie anders zuordnen",
      title: "Nur wer die Feststellung erhoben hat oder darüber entscheidet, darf sie umbenennen",
      description: "Nur wer die Feststellung erhoben hat oder darüber entscheidet, darf sie umschreiben",
    },
    empty_column: "enthält in keinem Blatt eine Frage: Wählen Sie eine andere Spalte",
    same_column: "muss eine andere Spalte als die der Fragen sein",
  },
  problem: {
    file_changed:
      "Die gespeicherte Datei ist nicht mehr die hochgeladene: Bitten Sie einen Betreiber, sie wiederherzustellen",
    file_missing: "Die gespeicherte Datei fehlt: Bitten Sie einen Betreiber, sie wiederherzustellen",
    sign_in_again: "Melden Sie sich für diese Änderung noch einmal an",
    wrong_password: "E-Mail-Adresse oder Passwort ist falsch",
    wrong_code: "Der Code ist falsch oder abgelaufen",
    too_many_codes: "Zu viele falsche Codes: Warten Sie, oder nehmen Sie einen Wiederherstellungscode",
    too_many_requests: "Zu viele Anfragen: Warten Sie, bevor Sie es noch einmal versuchen",
    too_many_at_once: "Gerade sind zu viele solche Anfragen in Arbeit: Versuchen Sie es gleich noch einmal",
    dependency_unreachable: "Ein Dienst ist nicht erreichbar: Versuchen Sie es gleich noch einmal",
    temporal_silent: "Temporal antwortet nicht: Versuchen Sie es später noch einmal",
    search_unavailable: "Die Suche ist nicht verfügbar",
    storage_full: "Der Speicher ist voll: Wenden Sie sich an Ihre Administration",
    maybe_saved:
      "Die Verbindung zur Datenbank brach beim Speichern ab: Die Änderung wurde vielleicht gespeichert. Sehen Sie nach, bevor Sie sie wiederholen",
    project_in_audit:
      "Das Projekt ist im Audit: Von Hand gesetzte Werte sind eingefroren, bis es wieder aktiv ist. Nachweise zählen weiterhin",
    project_archived: "Das Projekt ist archiviert und kann nicht geändert werden",
    milestone_achieved: "Ein erreichter Meilenstein behält sein Datum",
    already_in_team:
      "Diese Person ist schon im Team: Entfernen Sie sie zuerst, um ihr eine andere Rolle zu geben",
    out_of_scope: "Die Kategorie gehört nicht zum Geltungsbereich des Projekts: Fügen Sie sie dort hinzu",
    not_your_proposal: "Diesen Vorschlag hat jemand anderes gemacht: Nur diese Person kann ihn zurückziehen",
    nothing_pending: "Es steht keine Änderung zur Entscheidung an",
    own_proposal: "Über Ihren eigenen Vorschlag können Sie nicht entscheiden: Bitten Sie jemand anderen",
    own_upload: "Eigene Nachweise können Sie nicht prüfen: Bitten Sie jemand anderen",
    no_acceptance: "Für diesen Nachweis gibt es keine Annahme, die zurückgezogen werden kann",
    already_accepted: "Dieser Nachweis ist schon angenommen",
    only_approved: "Nur genehmigte Nachweise können angenommen werden",
    not_approved: "Nur eine Genehmigung kann zurückgezogen werden",
    not_pending: "Dieser Nachweis ist nicht zu prüfen: Fügen Sie eine neue Version hinzu",
    evidence_expired: "Der Nachweis ist abgelaufen: Fügen Sie eine aktuelle Version hinzu",
    newer_version: "Es gibt eine neuere Version dieses Nachweises: Fügen Sie Ihre dort hinzu",
    quarantined:
      "Die Datei ist in Quarantäne und kann keine neue Version haben: Löschen Sie sie, und laden Sie eine saubere Datei neu hoch",
    impossible_status: "Dieser Statuswechsel ist nicht möglich",
    key_ended: "Der Schlüssel gilt nicht mehr: Erstellen Sie einen neuen",
    key_rotated: "Der Schlüssel wurde schon ersetzt",
    too_many_keys:
      "Sie haben {{active}} aktive API-Schlüssel, höchstens {{limit}} sind möglich: Widerrufen Sie erst einen",
    too_many_webhooks: "Sie haben schon {{limit}} Webhooks, mehr sind nicht möglich: Löschen Sie erst einen",
    too_many_secrets:
      "Es signieren noch {{limit}} frühere Geheimnisse: Warten Sie, bis das erste von ihnen endet",
    webhook_inactive: "Der Webhook ist ausgeschaltet: Schalten Sie ihn zuerst ein",
    email_in_use:
      "Die Adresse {{email}} ist schon vergeben: Wählen Sie eine andere, oder ändern Sie jenes Konto",
    already_invited:
      "An {{email}} gibt es schon eine Einladung: Senden Sie sie noch einmal, oder widerrufen Sie sie",
    invitation_accepted: "Diese Einladung wurde angenommen: Die Person hat schon ein Konto",
    invitation_revoked: "Diese Einladung wurde widerrufen: Laden Sie die Adresse noch einmal ein",
    deactivates_yourself:
      "Sie können sich nicht selbst deaktivieren: Bitten Sie eine andere Person aus der Administration",
    last_administrator:
      "Das ist das letzte aktive Administrationskonto: Geben Sie zuerst einer anderen Person diese Rolle",
    user_inactive: "Diese Person ist deaktiviert: Aktivieren Sie sie zuerst",
    second_factor_in_use: "Es ist schon eine Authenticator-App eingerichtet: Entfernen Sie diese zuerst",
    no_second_factor: "Es ist keine Authenticator-App eingerichtet",
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
    request_in_progress: "Diese Anfrage läuft noch: Versuchen Sie es erneut, wenn sie fertig ist",
    settings_changed: "Die Einstellungen haben sich während des Tests geändert: Testen Sie noch einmal",
    workflow_running: "Der Ablauf läuft noch: Warten Sie, bis er endet",
    period_reversed: "Der Zeitraum endet vor seinem Beginn",
    collected_in_future: "Das Datum der Erhebung liegt in der Zukunft",
    expires_in_past: "Das Ende der Gültigkeit muss in der Zukunft liegen",
    until_in_past: "Das Ende der Akzeptanz muss in der Zukunft liegen",
    until_too_late:
      "Ein Risiko kann höchstens zwei Jahre lang akzeptiert werden; danach lässt sich das erneuern",
    move_needs_reason: "Dieser Statuswechsel braucht eine Begründung",
    move_not_yours: "Diesen Statuswechsel dürfen Sie nicht vornehmen: Bitten Sie einen Auditor",
    no_active_user: "Diese Person gibt es nicht, oder sie ist deaktiviert",
    wrong_role: "Diese Person hat dafür nicht die richtige Rolle",
    not_in_project: "Diese Person gehört nicht zum Projekt, oder sie ist deaktiviert",
    justification_required: "Begründen Sie, warum die Kontrolle nicht zutrifft",
    statement_needs_reason: "Werte, die ohne Nachweis gesetzt werden, brauchen eine Begründung",
    not_yours: {
      severity:
        "Diese Feststellung haben Sie nicht erhoben und dürfen sie nicht herabstufen: Kommentieren Sie sie, oder fragen Sie einen Auditor",
      due_date:
        "Diese Feststellung haben Sie nicht erhoben und dürfen sie nicht aufschieben: Kommentieren Sie sie, oder fragen Sie einen Auditor",
      control_id:
        "Diese Feststellung haben Sie nicht erhoben und dürfen sie keiner anderen Kontrolle zuordnen: Kommentieren Sie sie, oder fragen Sie einen Auditor",
      title:
        "Diese Feststellung haben Sie nicht erhoben und dürfen sie nicht umbenennen: Kommentieren Sie sie, oder fragen Sie einen Auditor",
      description:
        "Diese Feststellung haben Sie nicht erhoben und dürfen ihren Text nicht ändern: Kommentieren Sie sie, oder fragen Sie einen Auditor",
    },
    csv_empty: "Die CSV-Datei ist leer: Die erste Zeile muss die Spalten benennen",
    csv_lacks_columns: "Der ersten Zeile fehlen diese Spalten: {{missing}}. Sie hat: {{names}}",
    csv_too_long: "Die CSV-Datei hat mehr als {{limit}} Zeilen: Teilen Sie sie auf mehrere Dateien auf",
    csv_unreadable: "Die Datei ist kein gültiges CSV: Prüfen Sie Anführungszeichen und Trennzeichen",
    sarif_too_long:
      "Das Protokoll hat {{results}} Ergebnisse, höchstens {{limit}} sind möglich: Teilen Sie es auf",
    integration_unclear:
      "Geben Sie an, wer die Feststellungen meldet: Das Protokoll nennt kein Werkzeug oder mehrere",
    too_large: "Die Datei ist zu groß",
    empty:
      "Die Datei ist leer: Prüfen Sie, ob sie vollständig gespeichert oder heruntergeladen wurde, und laden Sie sie noch einmal hoch",
    unsupported_type: "Dateien dieser Art werden nicht angenommen: PDF, Word, Excel, PNG oder JPEG",
    content_mismatch: "Der Inhalt der Datei passt nicht zu ihrem Namen",
    encrypted: "Die Datei ist mit einem Passwort geschützt",
    macros: "Die Datei enthält Makros",
    zip_bomb: "Die Datei wird beim Entpacken zu groß",
    corrupt: "Die Datei ist beschädigt",
  },
};
