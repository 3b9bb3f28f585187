/** Errors of findings and their import. */
export const findingProblems = {
  impossible_status: "Dieser Statuswechsel ist nicht möglich",
  until_in_past: "Das Ende der Akzeptanz muss in der Zukunft liegen",
  until_too_late:
    "Ein Risiko kann höchstens zwei Jahre lang akzeptiert werden; danach lässt sich das erneuern",
  move_needs_reason: "Dieser Statuswechsel braucht eine Begründung",
  move_not_yours: "Diesen Statuswechsel dürfen Sie nicht vornehmen: Bitten Sie einen Auditor",
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
};
