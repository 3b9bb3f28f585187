/** Why evidence has its quality. */
export const quality = {
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
};

/** Errors of evidence and files. */
export const evidenceProblems = {
  file_changed:
    "Die gespeicherte Datei ist nicht mehr die hochgeladene: Bitten Sie einen Betreiber, sie wiederherzustellen",
  file_missing: "Die gespeicherte Datei fehlt: Bitten Sie einen Betreiber, sie wiederherzustellen",
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
  collected_in_future: "Das Datum der Erhebung liegt in der Zukunft",
  expires_in_past: "Das Ende der Gültigkeit muss in der Zukunft liegen",
  too_large: "Die Datei ist zu groß",
  empty:
    "Die Datei ist leer: Prüfen Sie, ob sie vollständig gespeichert oder heruntergeladen wurde, und laden Sie sie noch einmal hoch",
  unsupported_type:
    "Dateien dieser Art werden nicht angenommen: Speichern oder drucken Sie sie als PDF, Word, Excel, PNG oder JPEG",
  content_mismatch:
    "Der Inhalt der Datei passt nicht zu ihrem Namen: Benennen Sie sie um, oder speichern Sie sie im Format ihres Namens",
  encrypted:
    "Die Datei ist mit einem Passwort geschützt: Entfernen Sie es, und laden Sie sie noch einmal hoch",
  macros: "Die Datei enthält Makros: Speichern Sie sie ohne Makros, und laden Sie sie noch einmal hoch",
  zip_bomb: "Die Datei wird beim Entpacken zu groß: Verkleinern oder teilen Sie sie",
  corrupt:
    "Die Datei ist beschädigt: Speichern oder laden Sie sie noch einmal herunter, und laden Sie diese Datei hoch",
};
