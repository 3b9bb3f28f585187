import type { Explanations } from "../en.ts";

/** Why a review or an upload in a chat is refused, by the codes of the errors. */
export const refusals: Explanations = {
  own_upload: () => "Eigene Nachweise können Sie nicht prüfen: Bitten Sie jemand anderen",
  not_pending: () => "Dieser Nachweis ist nicht zu prüfen: Fügen Sie eine neue Version hinzu",
  evidence_expired: () => "Der Nachweis ist abgelaufen: Fügen Sie eine aktuelle Version hinzu",
  newer_version: () => "Es gibt eine neuere Version dieses Nachweises: Fügen Sie Ihre dort hinzu",
  quarantined: () =>
    "Die Datei ist in Quarantäne und kann keine neue Version haben: Löschen Sie sie, und laden Sie eine saubere Datei neu hoch",
  required_for_unread: () =>
    "Die Datei konnte nicht gelesen werden: Genehmigen Sie den Nachweis in der Konsole, mit einer Begründung",
  project_archived: () => "Das Projekt ist archiviert und kann nicht geändert werden",
};
