import { expect, test } from "@jest/globals";
import {
  figureQuestionOf,
  controlIn,
  controlMeant,
  numbersIn,
  spellingsOf,
} from "../../domain/assistant/question.rules.ts";

test.each([
  ["How is the score computed?", { kind: "score", isExplained: true, control: null }],
  ["What is our compliance score?", { kind: "score", control: null }],
  ["How compliant are we?", { kind: "score", control: null }],
  ["What is our score?", { kind: "score", control: null }],
  ["What’s the current score of this project?", { kind: "score", control: null }],
  ["Hi, could you tell me how far we are?", { kind: "score", control: null }],
  ["How far are we?", { kind: "score", control: null }],
  ["Why is our SOC 2 score so low?", { kind: "score", control: null }],
  ["Where do we stand?", { kind: "score", control: null }],
  ["How many controls are complete?", { kind: "score", control: null }],
  ["What is the score of CC6.1?", { kind: "score", control: "CC6.1" }],
  ["How complete is A.5.1?", { kind: "score", control: "A.5.1" }],
  ["What is missing for CC6.1?", { kind: "gaps", control: "CC6.1" }],
  ["What is still missing for CC6.1?", { kind: "gaps", control: "CC6.1" }],
  ["What does CC6.1 lack?", { kind: "gaps", control: "CC6.1" }],
  ["What should we do next?", { kind: "gaps", control: null }],
  ["Which gaps do we have?", { kind: "gaps", control: null }],
  ["What are we missing?", { kind: "gaps", control: null }],
  ["Is anything missing for the audit?", { kind: "gaps", control: null }],
  ["Which controls have no evidence?", { kind: "gaps", control: null }],
  ["Which controls are not complete yet?", { kind: "gaps", control: null }],
  ["Show me our biggest gaps, please", { kind: "gaps", control: null }],
  ["Which controls are still open?", { kind: "gaps", control: null }],
  ["Show open controls", { kind: "gaps", control: null }],
  ["List the remaining controls", { kind: "gaps", control: null }],
  ["Which controls remain?", { kind: "gaps", control: null }],
  ["What is still outstanding for the audit?", { kind: "gaps", control: null }],
  ["Are we ready for the audit?", { kind: "score", control: null }],
  ["How can we improve our score?", { kind: "gaps", control: null }],
  [
    "Which critical findings are open?",
    { kind: "findings", list: { severities: ["Critical"], overdue: false }, control: null },
  ],
  ["What is our risk level?", { kind: "findings", list: null, control: null }],
  ["How many critical findings are open?", { kind: "findings", list: null, control: null }],
  [
    "Do we have open findings?",
    { kind: "findings", list: { severities: [], overdue: false }, control: null },
  ],
  [
    "Which findings are overdue?",
    { kind: "findings", list: { severities: [], overdue: true }, control: null },
  ],
  [
    "Are there high findings for CC6.1?",
    { kind: "findings", list: { severities: ["High"], overdue: false }, control: "CC6.1" },
  ],
  ["Show all controls in a table", { kind: "controls", list: "all", control: null }],
  ["Which controls do we have?", { kind: "controls", list: "all", control: null }],
  ["Which controls are complete?", { kind: "controls", list: "complete", control: null }],
  ["Which controls are in progress?", { kind: "controls", list: "in_progress", control: null }],
  ["Which controls have not started yet?", { kind: "controls", list: "not_started", control: null }],
  ["List the controls that are not applicable", { kind: "controls", list: "not_applicable", control: null }],
  ["Which controls are overdue?", { kind: "controls", list: "overdue", control: null }],
  ["Which controls are due soon?", { kind: "controls", list: "due", control: null }],
  ["Which controls have no owner?", { kind: "controls", list: "no_owner", control: null }],
  ["Who owns CC6.1?", { kind: "owner", control: "CC6.1" }],
  ["Who is responsible for CC6.1?", { kind: "owner", control: "CC6.1" }],
  ["Who is the owner of this control?", { kind: "owner", control: null, isAboutThis: true }],
  ["Show all controls without evidence", { kind: "gaps", control: null }],
  ["Which evidence do we need for CC6.1?", { kind: "gaps", control: "CC6.1" }],
  ["What documents are required for CC6.1?", { kind: "gaps", control: "CC6.1" }],
  ["Which evidence do we have for CC6.1?", { kind: "evidence", list: "all", control: "CC6.1" }],
  ["Which evidence expires soon?", { kind: "evidence", list: "expiring", control: null }],
  ["Is any evidence expired?", { kind: "evidence", list: "expired", control: null }],
  ["Which evidence is waiting for review?", { kind: "evidence", list: "pending", control: null }],
  ["Which files are not approved yet?", { kind: "evidence", list: "pending", control: null }],
  ["Which evidence was rejected?", { kind: "evidence", list: "rejected", control: null }],
  ["Which files are in quarantine?", { kind: "evidence", list: "quarantined", control: null }],
  ["When is the next milestone?", { kind: "milestones", control: null }],
  ["Which deadlines are coming next?", { kind: "milestones", control: null }],
])("asks for figures: %s", (question, expected) => {
  expect(figureQuestionOf(question)).toMatchObject({ ...expected, language: "en" });
});

test.each([
  ["Was fehlt noch?", { kind: "gaps", control: null }],
  ["Was fehlt noch für CC6.1?", { kind: "gaps", control: "CC6.1" }],
  ["Welche Kontrollen haben keinen Nachweis?", { kind: "gaps", control: null }],
  ["Welche Nachweise brauchen wir für A.5.1?", { kind: "gaps", control: "A.5.1" }],
  ["Was müssen wir als Nächstes tun?", { kind: "gaps", control: null }],
  ["Wie können wir den Wert verbessern?", { kind: "gaps", control: null }],
  ["Wie ist unser Wert?", { kind: "score", isExplained: false }],
  ["Wie wird der Wert berechnet?", { kind: "score", isExplained: true }],
  ["Wie ist der Stand des Projekts?", { kind: "score" }],
  ["Wo stehen wir gerade?", { kind: "score" }],
  ["Wie viele Kontrollen sind erfüllt?", { kind: "score" }],
  ["Welche Kontrollen sind noch offen?", { kind: "gaps", control: null }],
  ["Welche Kontrollen haben keinen Verantwortlichen?", { kind: "controls", list: "no_owner" }],
  ["Wer ist für CC6.1 verantwortlich?", { kind: "owner", control: "CC6.1" }],
  ["Welche Kontrollen sind überfällig?", { kind: "controls", list: "overdue" }],
  ["Welche Kontrollen sind in Arbeit?", { kind: "controls", list: "in_progress" }],
  ["Welche Kontrollen sind noch nicht begonnen?", { kind: "controls", list: "not_started" }],
  ["Zeige mir bitte alle Kontrollen in einer Tabelle", { kind: "controls", list: "all" }],
  ["Welche Nachweise laufen bald ab?", { kind: "evidence", list: "expiring" }],
  ["Läuft ein Nachweis demnächst ab?", { kind: "evidence", list: "expiring" }],
  ["Welche Nachweise sind noch zu prüfen?", { kind: "evidence", list: "pending" }],
  ["Welche Nachweise wurden abgelehnt?", { kind: "evidence", list: "rejected" }],
  ["Welche Nachweise haben wir für CC6.1?", { kind: "evidence", list: "all", control: "CC6.1" }],
  ["Welche kritischen Feststellungen sind offen?", { kind: "findings", list: { severities: ["Critical"] } }],
  ["Wie hoch ist das Risiko?", { kind: "findings", list: null }],
  ["Wann ist der nächste Meilenstein?", { kind: "milestones" }],
  ["Welche Fristen stehen an?", { kind: "milestones" }],
])("asks for figures in German: %s", (question, expected) => {
  expect(figureQuestionOf(question)).toMatchObject({ ...expected, language: "de" });
});

test.each([
  ["What is missing for AC-2?", { kind: "gaps", control: "ac-2" }],
  ["Was fehlt bei ac-2?", { kind: "gaps", control: "ac-2" }],
  ["Which findings are open?", { kind: "findings", control: null }],
])("knows the number of a control in an imported framework: %s", (question, expected) => {
  expect(figureQuestionOf(question, "ac-2")).toMatchObject(expected);
});

test("takes no longer number for the one it starts with", () => {
  expect(figureQuestionOf("What is missing for ac-2.1?", "ac-2")).toBeNull();
});

test.each([
  ["What is missing for CC6.1?", ["CC6.1", "CC.6.1", "cc6.1"]],
  ["Does AC-2(1) apply, and 8.3.", ["AC-2(1)", "ac-2(1)", "8.3"]],
  ["Are 3 of 61 controls complete?", []],
])("what may be a control's number in %j", (text, expected) => {
  expect(numbersIn(text)).toEqual(expected);
});

test.each([
  "Wie oft werden Zugriffsrechte geprüft?",
  "Was muss jemand tun, wenn ein Laptop fehlt?",
  "Welche Kontrollen gibt es im Rechenzentrum?",
  "Was ist eine kritische Feststellung?",
])("asks for documents in German: %s", (question) => {
  expect(figureQuestionOf(question)).toBeNull();
});

test.each([
  "What did the access review find?",
  "What is the risk tier of Northwind?",
  "How soon do customers hear about a breach?",
  "What must an employee do when a laptop is missing?",
  "Where is the visitor badge recorded when it is missing?",
  "What does the policy say about how fast critical findings are fixed?",
  "Which overall score did the vendor get in the last penetration test?",
  "What is the risk level of Northwind?",
  "What was our score in the phishing test?",
  "How complete is the asset inventory?",
  "Which gaps did the penetration test find?",
  "What does the gap analysis say about logging?",
  "What should we do first when a laptop is stolen?",
  "Which controls are in place at the data centre?",
  "How many findings did the penetration test report?",
  "Within how many days must high findings be resolved?",
  "Who may accept open findings?",
  "Who keeps our risk register?",
  "Who is responsible?",
  "Who is the owner of the risk register?",
  "Who approved the evidence?",
  "What is a critical finding?",
  "When does the certificate expire?",
  "When is the next review due?",
  "Who approved the evidence of the last access review?",
  "Which files does the backup contain?",
  "What is the deadline for reporting a breach?",
  "Which controls does the policy require for laptops?",
  "What must be done under CC6.1 when a badge is missing?",
])("asks for documents: %s", (question) => {
  expect(figureQuestionOf(question)).toBeNull();
});

test.each([
  ["A5.1", ["A5.1", "A.5.1"]],
  ["A.5.1", ["A.5.1", "A5.1"]],
  ["CC6.1", ["CC6.1", "CC.6.1"]],
])("%s is searched for as written and with the dot at the other position", (number, expected) => {
  expect(spellingsOf(number)).toEqual(expected);
});

test.each([
  ["What is missing?", "CC6.1"],
  ["What is missing for CC7.1?", "CC7.1"],
  ["What is our score?", null],
  ["What is the score of this control?", "CC6.1"],
  ["Wie ist der Stand dieser Kontrolle?", "CC6.1"],
])("in a conversation about CC6.1, %j means %s", (question, expected) => {
  expect(controlMeant(figureQuestionOf(question)!, "CC6.1")).toBe(expected);
});

test.each([
  ["what about cc6.1 now", "CC6.1"],
  ["A.5.12 please", "A.5.12"],
  ["version 4.2 of A1", null],
])("the control in %j", (text, expected) => {
  expect(controlIn(text)).toBe(expected);
});
