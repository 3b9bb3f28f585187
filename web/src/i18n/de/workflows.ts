import type { workflows as english } from "../en/workflows.ts";

export const workflows: typeof english = {
  workflows: {
    title: "Fehlgeschlagene Workflows",
    hint: "Was der Dienst im Hintergrund tut, das Neueste zuerst. Das meiste wird von selbst wiederholt; was hier steht, nicht.",
    workflow: "Workflow",
    failure: "Warum",
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
    noneHint: "Alles, was der Dienst begonnen hat, ging gut aus oder läuft noch.",
    older: "Ältere",
    newest: "Neueste",
  },
  workflowStatus: { failed: "Fehlgeschlagen", timed_out: "Zeit abgelaufen", terminated: "Abgebrochen" },
};
