/** Why a control has its share. */
export const shareReason = {
  evidence: "{{approved}} von {{required}} verlangten Nachweisen genehmigt",
  evidence_pending: "{{approved}} von {{required}} verlangten Nachweisen genehmigt, {{pending}} zu prüfen",
  by_hand: "Von Hand auf {{progress}} gesetzt",
  by_hand_because: "Von Hand auf {{progress}} gesetzt: {{reason}}",
};

/** Errors of projects and their controls. */
export const projectProblems = {
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
  period_reversed: "Der Zeitraum endet vor seinem Beginn",
  not_in_project: "Diese Person gehört nicht zum Projekt, oder sie ist deaktiviert",
  justification_required: "Begründen Sie, warum die Kontrolle nicht zutrifft",
  statement_needs_reason: "Werte, die ohne Nachweis gesetzt werden, brauchen eine Begründung",
};
