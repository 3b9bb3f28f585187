import { describe, expect, test } from "@jest/globals";
import type { z } from "zod";
import { de } from "../../domain/texts/de.ts";
import { en } from "../../domain/texts/en.ts";
import { sorry } from "../../integrations/chat/chat-answer.ts";
import { ProductRefusal, type ProductClient } from "../../integrations/chat/product-client.ts";
import { readCommand, runCommand } from "../../integrations/chat/run-command.ts";

const PROJECT = { id: "p", name: "Audit", framework: "soc2", status: "in_audit", compliance_score: 62.5 };
const SCORE = {
  overall_score: 62.5,
  framework_scores: { processing_integrity: 62.5, privacy: 0 },
  scored_categories: ["processing_integrity"],
  control_coverage: { total: 3, complete: 1, in_progress: 2, not_started: 0 },
  set_by_hand: [{ number: "CC6.1" }],
};
const ANSWERS: Readonly<Record<string, object>> = {
  "/api/v1/projects/p": PROJECT,
  "/api/v1/projects": { projects: [PROJECT], pagination: { total: 25 } },
  "/api/v1/compliance/score": SCORE,
  "/api/compliance/risk": { score: 50, level: "Medium", counted: 2 },
  "/api/v1/compliance/gaps": {
    gaps: [
      {
        control: { number: "CC6.1", title: "Zugriff" },
        reasons: ["no_evidence", "open_findings"],
        suggested_action: "Upload evidence that shows how the control works",
      },
    ],
  },
  "/api/findings": {
    findings: [
      { title: "Passwörter", severity: "High", status: "open", due_date: "2026-12-01T00:00:00.000Z" },
    ],
    pagination: { total: 1 },
  },
  "/api/v1/retrieval/search": { results: [], degraded: [] },
};

/** An API that answers these requests, or refuses all of them. */
const clientOf = (refusal?: ProductRefusal): ProductClient => {
  const request = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
    if (refusal !== undefined) throw refusal;
    return shape.parse(ANSWERS[path]);
  };
  return { get: request, post: request };
};
const depsOf = (client = clientOf()) => ({
  client,
  caller: { token: "t", accountId: "a", userId: "u", projectId: "p", texts: de },
  publicUrl: "http://localhost",
  rememberProject: async () => undefined,
});
const send = (text: string) => runCommand(depsOf(), readCommand(text, de)!);

describe("a linked person with German as their language", () => {
  test.each([
    ["stand", "status"],
    ["/Lücken", "gaps"],
    ["LU\u0308CKEN", "gaps"],
    ["status", "status"],
    ["Hilfe", "help"],
  ])("types %s for %s", (text, name) => expect(readCommand(text, de)?.name).toBe(name));

  test("reads the status in German", async () => {
    expect(await send("stand")).toEqual({
      title: "Audit",
      text: "SOC 2, im Audit. Wert 62,5 %. Von Hand gesetzt, nicht durch Nachweise belegt: CC6.1.",
      items: [
        { title: "Kontrollen", text: "1 erfüllt, 2 in Arbeit, 0 nicht begonnen, von 3" },
        { title: "Risiko", text: "Mittel (50), aus 2 offenen Feststellungen" },
      ],
      hint: "Für Einzelheiten senden Sie wert, lücken, feststellungen oder suche <Wörter>.",
    });
    expect(await send("wert")).toMatchObject({
      title: "Audit: 62,5 %",
      items: [{ title: "Verarbeitungsintegrität", text: "62,5 %" }],
    });
  });

  test("reads gaps, findings, projects and search results in German", async () => {
    expect(await send("lücken")).toMatchObject({
      title: "Audit: eine Lücke",
      text: "Das Wichtigste zuerst:",
      items: [
        {
          text: "kein Nachweis, offene Feststellungen. Laden Sie Nachweise hoch, die zeigen, wie die Kontrolle funktioniert",
        },
      ],
    });
    expect(await send("feststellungen")).toMatchObject({
      title: "Audit: eine offene Feststellung",
      items: [{ title: "Passwörter", text: "Hoch, fällig am 01.12.2026" }],
    });
    expect(await send("projekte")).toMatchObject({
      title: "Ihre Projekte",
      items: [{ text: "SOC 2, 62,5 %" }],
      hint: "Und 24 weitere. Senden Sie: wähle <Name oder ID des Projekts>",
    });
    expect((await send("suche Ausweise")).title).toBe("Nichts zu „Ausweise“ in Audit gefunden");
    expect((await send("hilfe")).items.map(({ title }) => title)).toEqual([
      "stand",
      "wert",
      "lücken",
      "feststellungen",
      "suche <Wörter>",
      "projekte",
      "wähle <Projekt>",
      "alles andere",
    ]);
  });

  test("reads in German why something was refused, if the refusal has a code", async () => {
    const english = "You cannot review your own upload: ask someone else";
    const own = new ProductRefusal(409, english, { reason: "own_upload" });
    const refuse = (why: ProductRefusal) => runCommand(depsOf(clientOf(why)), { name: "status", words: "" });
    expect(await refuse(own)).toMatchObject({
      title: "Das hat nicht funktioniert",
      text: "Eigene Nachweise können Sie nicht prüfen: Bitten Sie jemand anderen",
    });
    const other = new ProductRefusal(400, "The request is not valid");
    expect((await refuse(other)).text).toBe("The request is not valid");
    expect(sorry(de).title).toBe("Bei uns ist etwas schiefgegangen");
  });
});

test("German commands mean nothing to a person with English", () => {
  expect(readCommand("lücken", en)).toBeNull();
});
