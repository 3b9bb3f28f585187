import type { projectSettings as english } from "../en/project-settings.ts";

export const projectSettings: typeof english = {
  team: {
    title: "Team",
    none: "Niemand außer Kunde und Prüfer.",
    person: "Person",
    noneFound: "Niemand, den Sie hinzufügen können, hat diesen Namen oder diese Adresse",
    role: "Aufgabe im Projekt",
    roleExample: "Interne Prüferin",
    add: "Ins Team aufnehmen",
    remove: "{{name}} aus dem Team entfernen",
    removed: "Aus dem Team entfernt: {{name}}",
  },
  projectScope: {
    legend: "Kontrollen anderer Kategorien zählen in keiner Zahl.",
    reason: "Warum umfasst das Projekt sie nicht mehr? Prüfer lesen dies.",
    change: "Geltungsbereich ändern",
    changed: "Der Geltungsbereich wurde geändert",
    proposed: "Die Änderung des Geltungsbereichs wartet auf Bestätigung",
    proposal: "Vorgeschlagener Geltungsbereich",
    leaves: "Nicht mehr umfasst",
  },
  projectDeletion: {
    title: "Löschung",
    delete: "Projekt löschen",
    warning:
      "{{name}} wird mit Nachweisen, Feststellungen, Richtlinien, Fragebögen und Berichten gelöscht. Das lässt sich nicht rückgängig machen.",
    deleted: "Gelöscht: {{name}}",
  },
};
