import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isInWindow } from "../../domain/whatsapp/inbound-message.rules.ts";
import { answer } from "../../integrations/chat/chat-answer.ts";
import { toMessages, splitText, writeMessage, writeTemplate } from "../../integrations/whatsapp/outgoing.ts";
import { problemOfError, reactToError } from "../../integrations/whatsapp/react-to-error.ts";
import type { ProductClient } from "../../integrations/chat/product-client.ts";
import { findControl } from "../../integrations/whatsapp/find-control.ts";
import { readCaption } from "../../integrations/whatsapp/read-caption.ts";
import { cpuMs } from "../support/cpu-ms.ts";

describe("an error of the Graph API", () => {
  test.each([
    // Temporary.
    [400, 4, "retry", null],
    [400, 80007, "retry", null],
    [400, 130429, "retry", null],
    [400, 131048, "retry", null],
    [400, 131056, "retry", null],
    [500, 131000, "retry", null],
    [500, 131016, "retry", null],
    [500, 131057, "retry", null],
    [500, 1, "retry", null],
    [503, 2, "retry", null],
    [429, null, "retry", "unexpected_answer"],
    [502, null, "retry", "unexpected_answer"],
    // More than a day since their last message.
    [400, 131047, "template", null],
    [400, 470, "template", null],
    // Permanent: because of the recipient or the message.
    [400, 131026, "stop", null],
    [400, 131049, "stop", null],
    [400, 131051, "stop", null],
    [400, 130472, "stop", null],
    [400, 131030, "stop", null],
    // Permanent: because of our settings or account.
    [401, 0, "stop", "bad_credentials"],
    [401, 190, "stop", "bad_credentials"],
    [500, 3, "stop", "missing_permission"],
    [403, 10, "stop", "missing_permission"],
    [403, 200, "stop", "missing_permission"],
    [403, 299, "stop", "missing_permission"],
    [403, 368, "stop", "missing_permission"],
    [403, 131031, "stop", "missing_permission"],
    [400, 33, "stop", "wrong_address"],
    [400, 133010, "stop", "wrong_address"],
    [404, null, "stop", "wrong_address"],
    [400, 100, "stop", "unexpected_answer"],
    [400, 132001, "stop", "unexpected_answer"],
    [400, null, "stop", "unexpected_answer"],
  ] as const)("%i with code %p: %s, %p", (status, code, reaction, problem) => {
    expect(reactToError({ status, code })).toBe(reaction);
    expect(problemOfError({ status, code })).toBe(problem);
  });
});

describe("free text may be sent", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  test.each([
    ["2026-11-21T11:59:00Z", true],
    ["2026-11-20T12:02:00Z", true],
    ["2026-11-20T12:00:30Z", false],
    ["2026-11-19T12:00:00Z", false],
  ])("at noon of the 21st after a message at %s: %p", (at, expected) => {
    expect(isInWindow(new Date(at), now)).toBe(expected);
  });
  test("never without a message", () => expect(isInWindow(null, now)).toBe(false));
});

describe("a file's caption", () => {
  test.each([
    ["CC6.1", { control: "CC6.1", title: "" }],
    [" CC6.1 Access review\nof May", { control: "CC6.1", title: "Access review\nof May" }],
    ["cc6.1: Access review", { control: "cc6.1", title: "Access review" }],
    ["control A.5.19 Suppliers", { control: "A.5.19", title: "Suppliers" }],
    ["Access review", null],
    ["", null],
    ["-- 5", null],
  ])("%p names %j", (caption, expected) => expect(readCaption(caption)).toEqual(expected));

  test("is read in linear time", async () => {
    const captions = [`A${"1.".repeat(200_000)} `, "a1(".repeat(200_000)];
    expect(await cpuMs(() => captions.map(readCaption))).toBeLessThan(500);
  });
});

describe("the requested control", () => {
  const clientOf = (...pages: string[][]): ProductClient => ({
    get: async (_path, shape, { page } = {}) =>
      shape.parse({
        controls: pages[Number(page) - 1]!.map((number) => ({ number })),
        pagination: { pages: pages.length },
      }),
    post: () => Promise.reject(new Error("asks, and changes nothing")),
  });

  test.each<[string, string[][], string]>([
    ["cc6.2", [["CC6.2", "CC6.21"]], "CC6.2"],
    ["HR-1", [["hr-1"]], "hr-1"],
    ["a.1", [["A.1", "a.1"]], "a.1"],
    ["A.1", [["A.1", "a.1"]], "A.1"],
    ["a.1", [["AA.1"], ["A.1"]], "A.1"],
    ["Ab.1", [["AB.1", "ab.1"]], "Ab.1"],
    ["zz9", [[]], "zz9"],
  ])("for %p among %j is %p", async (typed, numbers, expected) => {
    expect(await findControl(clientOf(...numbers), "p", typed)).toBe(expected);
  });
});

describe("a long text", () => {
  test("is split at line ends, without losing anything", () => {
    const text = Array.from({ length: 300 }, (_, n) => `line ${n} ${"x".repeat(n % 60)}`).join("\n");
    const pieces = splitText(text);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => piece.length <= 4_096)).toBe(true);
    expect(pieces.join("\n")).toBe(text);
  });

  test("without lines is split as needed, but not inside a character", () => {
    const pieces = splitText(`a${"😀".repeat(4_000)}`);
    expect(pieces.every((piece) => piece.length <= 4_096 && piece.isWellFormed())).toBe(true);
    expect(pieces.join("")).toBe(`a${"😀".repeat(4_000)}`);
  });
});

test("an answer has WhatsApp's formatting", () => {
  const items = [{ title: "CC6.1", text: "no evidence", url: "http://x/1" }];
  expect(toMessages(answer("Gaps", { text: "The worst:", items, hint: "help" }))).toEqual([
    { text: "*Gaps*\nThe worst:\n• *CC6.1*: no evidence\nhttp://x/1\n_help_" },
  ]);
});

test("buttons keep to WhatsApp's limits", () => {
  const buttons = Array.from({ length: 5 }, (_, n) => ({
    id: `b${n}`,
    title: "A title that is much too long",
  }));
  const written = writeMessage({ text: "x".repeat(2_000), buttons }) as {
    interactive: { body: { text: string }; action: { buttons: { reply: { title: string } }[] } };
  };
  expect(written.interactive.body.text).toHaveLength(1_024);
  expect(written.interactive.action.buttons).toHaveLength(3);
  expect(written.interactive.action.buttons[0]!.reply.title).toHaveLength(20);
});

describe("a text that is too long for its place", () => {
  const bodyOf = (text: string) => (writeMessage({ text }) as { text: { body: string } }).text.body;

  test.each([
    ["x".repeat(4_096), "x".repeat(4_096)],
    ["x".repeat(4_097), `${"x".repeat(4_095)}…`],
    ["😀".repeat(2_048), "😀".repeat(2_048)],
    ["😀".repeat(2_049), `${"😀".repeat(2_047)}…`],
    [`a${"😀".repeat(2_048)}`, `a${"😀".repeat(2_047)}…`],
  ])("ends with an ellipsis, between two characters: %#", (text, body) => expect(bodyOf(text)).toBe(body));

  test("keeps to every limit, and is never cut inside a character", () => {
    const texts = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (title, max) => {
        const [button] = (
          writeMessage({ text: "x", buttons: [{ id: "b", title }] }) as {
            interactive: { action: { buttons: { reply: { title: string } }[] } };
          }
        ).interactive.action.buttons;
        const shown = button!.reply.title;
        expect(shown.length).toBeLessThanOrEqual(20);
        expect(title.startsWith(shown.replace(/…$/, "")) || shown === title).toBe(true);
        const pieces = splitText(title, max + 1);
        expect(pieces.every((piece) => piece.length <= max + 1 && piece.isWellFormed())).toBe(true);
        expect(pieces.join("").replaceAll("\n", "")).toBe(title.replaceAll("\n", ""));
      }),
    );
  });
});

test("a template has one text on one line", () => {
  const written = writeTemplate({ text: "*Read*\n\nQuality   80\t!" }, "compliance_update", "en");
  expect(written).toMatchObject({
    type: "template",
    template: {
      name: "compliance_update",
      language: { code: "en" },
      components: [{ type: "body", parameters: [{ type: "text", text: "*Read* Quality 80 !" }] }],
    },
  });
});
