import type { evidencePage as english } from "../en/evidence-page.ts";

export const evidencePage: typeof english = {
  reviewCard: {
    decide: "Darüber entscheiden",
    replace: {
      rejected: "Laden Sie eine verbesserte Datei als neue Version hoch: Sie wird wieder geprüft.",
      expired:
        "Er ist abgelaufen. Laden Sie eine aktuelle Datei als neue Version hoch: Sie wird wieder geprüft.",
    },
    withdraw: "Genehmigung zurücknehmen",
    whyWithdraw: "Warum wird die Genehmigung zurückgenommen?",
  },
  servedControls: {
    add: "Kontrolle hinzufügen",
    addOne: "{{number}} hinzufügen",
    addShort: "Hinzufügen",
    remove: "{{number}} entfernen",
    changed: "Die Kontrollen wurden geändert",
    suggested: "Passt auch für:",
    copy: "Kopieren",
    copyTo: "Nach {{project}} kopieren",
    copied: "Nach {{project}} kopiert; dort wird der Nachweis gelesen und geprüft",
  },
};
