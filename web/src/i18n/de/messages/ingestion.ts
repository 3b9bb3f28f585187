/** Why a file could not be read, by the codes of the API. */
export const ingestion = {
  empty:
    "Die Datei ist leer: Speichern oder laden Sie sie noch einmal herunter, und laden Sie diese Datei hoch",
  unsupported_type: "Dateien dieser Art können nicht gelesen werden",
  content_mismatch:
    "Der Inhalt der Datei passt nicht zu ihrem Namen: Benennen Sie sie um, oder speichern Sie sie im Format ihres Namens",
  encrypted:
    "Die Datei ist mit einem Passwort geschützt und kann nicht gelesen werden: Entfernen Sie es, und laden Sie sie noch einmal hoch",
  macros:
    "Die Datei enthält Makros, die nicht angenommen werden: Speichern Sie sie ohne Makros, und laden Sie sie noch einmal hoch",
  zip_bomb:
    "Die Datei wird beim Entpacken zu groß und kann nicht gelesen werden: Teilen Sie sie auf mehrere Dateien auf",
  corrupt:
    "Die Datei ist beschädigt und kann nicht gelesen werden: Speichern oder laden Sie sie noch einmal herunter, und laden Sie diese Datei hoch",
  too_large_to_scan: "Die Datei ist zu groß für die Prüfung auf Schadsoftware: Laden Sie sie in Teilen hoch",
  timeout: "Das Lesen der Datei hat zu lange gedauert: Teilen Sie sie auf mehrere Dateien auf",
  memory:
    "Das Lesen der Datei braucht mehr Speicher, als erlaubt ist: Teilen Sie sie auf mehrere Dateien auf",
  output_too_large:
    "Die Datei enthält mehr Text, als verarbeitet werden kann: Teilen Sie sie auf mehrere Dateien auf",
  too_deep:
    "Der Inhalt der Datei ist zu tief verschachtelt, um gelesen zu werden: Vereinfachen Sie Tabellen und Gruppen",
  crashed:
    "Das Lesen der Datei ist bei jedem Versuch abgebrochen: Speichern Sie sie als PDF, und laden Sie dieses hoch",
  unreadable: "Die Datei konnte nicht gelesen werden: Den Grund findet der Betrieb im Protokoll",
  cancelled: "Das Lesen der Datei wurde vom Betrieb abgebrochen",
  malware: "In der Datei wurde Schadsoftware gefunden",
};
