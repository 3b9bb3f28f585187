import type { projectTexts as english } from "../en/project-texts.ts";

export const projectTexts: typeof english = {
  titles: {
    audit_narrative: "Bericht zum Audit",
    gap_analysis: "Analyse der Lücken",
    remediation_plan: "Maßnahmenplan",
    summary: "Zusammenfassung",
  },
  framework: (project, framework) => `${project} wird nach ${framework} bewertet.`,
  frameworkIn: (project, framework, from, to) =>
    `${project} wird nach ${framework} bewertet, für den Zeitraum vom ${from} bis ${to}.`,
  score: (score) => `Der Compliance-Wert ist ${score} von 100.`,
  risk: (level, score, open) =>
    `Das Risiko ist ${level} (${score} von 100, aus ${open === 1 ? "einer offenen Feststellung" : `${open} offenen Feststellungen`}).`,
  complete: (controls, complete) =>
    `Von ${controls} ${controls === 1 ? "Kontrolle" : "Kontrollen"} ${complete === 1 ? "ist" : "sind"} ${complete} erfüllt.`,
  noneApproved: "Noch ist kein Nachweis genehmigt.",
  approved: (titles) => `Genehmigte Nachweise: ${titles}.`,
  andMore: (count) => ` und ${count} weitere`,
  approvedUnread: "ungelesen genehmigt",
  further: (steps) =>
    steps === 1
      ? "Ein weiterer Schritt folgt in der Liste der Lücken."
      : `${steps} weitere Schritte folgen in der Liste der Lücken.`,
  nothingMissing: "Nichts fehlt.",
  everyComplete: "Jede anwendbare Kontrolle ist erfüllt.",
  behind: "Am weitesten zurück:",
  byCategory: "Nach Kategorien:",
  worth: (points) => `Bringt bis zu ${points} Punkte.`,
  policyFor: (control) => `Richtlinie für ${control} entwerfen`,
  policyDraft:
    "Ein Entwurf als Anfang, wenn es noch keine Richtlinie gibt. Er zählt, sobald er genehmigt und hochgeladen ist.",
  steps: {
    no_evidence: (control) => `Nachweis für ${control} hochladen`,
    evidence_pending: (control) => `Nachweis für ${control} prüfen lassen`,
    evidence_expired: (control) => `Nachweis für ${control} erneuern`,
    evidence_unread: (control) => `Nicht lesbaren Nachweis für ${control} ersetzen`,
    low_quality: (control) => `Nachweis für ${control} verbessern`,
    open_findings: (control) => `Feststellungen zu ${control} beheben`,
  },
};
