import type { workflows as english } from "../en/workflows.ts";

export const workflows: typeof english = {
  workflows: {
    title: "Fehlgeschlagene Workflows",
    hint: "Fehlgeschlagene Hintergrundarbeit, das Neueste zuerst. Die meisten Fehler werden automatisch wiederholt; diese nicht.",
    workflow: "Workflow",
    failure: "Ursache",
    closed: "Fehlgeschlagen",
    status: "Status",
    which: "Welche Workflows",
    failed: "Fehlgeschlagen",
    terminated: "Abgebrochen",
    retry: "Wiederholen",
    retried: "Wiederholt",
    isRetried: "Neu gestartet: {{what}}",
    inTemporal: "In der Temporal-Oberfläche öffnen",
    unknown: "Unbekannt",
    none: "Keine fehlgeschlagenen Workflows",
    noneHint: "Alles, was der Dienst gestartet hat, war erfolgreich oder läuft noch.",
    older: "Ältere",
    newest: "Neueste",
  },
  workflowStatus: { failed: "Fehlgeschlagen", timed_out: "Zeit abgelaufen", terminated: "Abgebrochen" },
};
