import type { assistant as english } from "../en/assistant.ts";

const findings = (count: number): string => `${count} ${count === 1 ? "Feststellung" : "Feststellungen"}`;
const controls = (count: number): string => `${count} ${count === 1 ? "Kontrolle" : "Kontrollen"}`;
const pieces = (count: number): string => `${count} ${count === 1 ? "Nachweis" : "Nachweise"}`;

export const assistant: typeof english = {
  notFound: "In den Nachweisen dieses Projekts nicht gefunden.",
  evidenceSays: "In den Nachweisen steht:",
  notFoundOf: (question) => `Nicht gefunden: ${question}`,
  score: (score) => `Der Compliance-Wert ist ${score} von 100.`,
  computed:
    "Er ist der mittlere Fortschritt der anwendbaren Kontrollen. Genehmigte Nachweise zählen ganz und ausstehende halb, bis zu so vielen, wie eine Kontrolle verlangt.",
  coverage: ({ total, complete, inProgress, notStarted }) =>
    `Von ${total} ${total === 1 ? "anwendbaren Kontrolle" : "anwendbaren Kontrollen"} ${complete === 1 ? "ist" : "sind"} ` +
    `${complete} erfüllt, ${inProgress} in Arbeit und ${notStarted} nicht begonnen.`,
  counts: (count) => `${pieces(count)} ${count === 1 ? "zählt" : "zählen"}`,
  weak: (count) => `, davon ${count} mit einer Qualität unter 60.`,
  progress: (percent) => `${percent} %`,
  setByHand: "von Hand gesetzt",
  lowered: (from, reason) => `, verlangte Nachweise von ${from} gesenkt (${reason})`,
  approved: (approved, required) => `${approved} von ${required} verlangten Nachweisen genehmigt`,
  waiting: (pending) => `, ${pending} zu prüfen`,
  outOfScope: (control) => `${control} gilt nicht für dieses Projekt`,
  noControl: (number) => `Dieses Projekt hat keine Kontrolle ${number}.`,
  noGaps: "Nichts fehlt: Keine anwendbare Kontrolle hat eine Lücke.",
  gaps: (count) => `${controls(count)} mit Lücken. Am weitesten zurück:`,
  noGapOf: (control) => `Für ${control} fehlt nichts, nach Nachweisen und Feststellungen.`,
  findings: ({ active, total, split, overdue }) =>
    `${findings(active)} von ${total} ${active === 1 ? "ist" : "sind"} offen oder in Arbeit` +
    `${split === "" ? "" : ` (${split})`}, davon ${overdue} überfällig.`,
  risk: (score, level) => `Das Risiko ist ${score} von 100 (${level}).`,
  dueOn: (day) => `fällig am ${day}`,
  uploaded: (day) => `hochgeladen am ${day}`,
  expired: (day) => `abgelaufen am ${day}`,
  expires: (day) => `läuft am ${day} ab`,
  controls: (count, state) => `${controls(count)} ${state}:`,
  noControls: (state) => `Keine Kontrolle ist ${state}.`,
  due: "fällig",
  overdue: "überfällig",
  noOwner: "ohne Verantwortliche",
  owner: (control, name) => `Für ${control} ist ${name} verantwortlich.`,
  noOwnerOf: (control) => `Für ${control} ist niemand verantwortlich.`,
  inProject: "in diesem Projekt",
  forControl: (number) => `für ${number}`,
  evidence: (count, state, where) => `${pieces(count)} ${where}${state === "" ? "" : `, ${state}`}:`,
  noEvidence: (where) => `Es gibt keinen Nachweis ${where}.`,
  noEvidenceIn: (where, state) => `Kein Nachweis ${where} ist ${state}.`,
  expiresNext: (where) => `Diese Nachweise ${where} laufen als Nächstes ab:`,
  evidenceStates: {
    approved: "genehmigt",
    expired: "abgelaufen",
    expiring: "befristet",
    pending: "zu prüfen",
    quarantined: "in Quarantäne",
    rejected: "abgelehnt",
  },
  noneOfThem: (properties) => `Keine davon ist ${properties.join(" oder ")}.`,
  those: "Diese:",
  mostSevere: "Die schwersten zuerst:",
  milestones: (ahead, missed) =>
    `${ahead} ${ahead === 1 ? "Meilenstein steht" : "Meilensteine stehen"} noch an${missed === 0 ? "" : `, ${missed} verpasst`}:`,
  analysis: {
    covers: (evidence, { percent, control, quality }) =>
      `${evidence} deckt höchstens ${percent} der Kontrolle ${control} ab, mit einer Qualität von ${quality} von 100.`,
    nothingMissing: "Alles ist abgedeckt, was übliche Nachweise zeigen.",
    missing: (hints) => `Es fehlt, verglichen mit üblichen Nachweisen: ${hints}.`,
    noControl: (evidence) => `${evidence} deckt keine bestimmte Kontrolle ab.`,
    best: (evidence, control, percent) =>
      `${evidence} passt am besten zu ${control}: ${percent} dieser Kontrolle sind abgedeckt.`,
    bothMention: (word) => `beide nennen „${word}“`,
  },
  noMilestones: "Kein Meilenstein ist geplant, und keiner wurde verpasst.",
};
