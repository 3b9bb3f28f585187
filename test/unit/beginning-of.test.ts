import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { beginningOf } from "../../platform/beginning-of.ts";
import { statementOf } from "../../domain/frameworks/catalogue-text.rules.ts";
import { readSarif } from "../../domain/findings/read-sarif.ts";
import { SarifLog } from "../../domain/findings/sarif.ts";
import { shortly } from "../../api/mcp/paging.ts";
import { readCaption } from "../../integrations/whatsapp/read-caption.ts";
import { readMessages } from "../../integrations/whatsapp/inbound/read-messages.ts";
import { at, logOf, result } from "../support/sarif.ts";

const LOCK = "\u{1F512}";

describe("the beginning of a text", () => {
  test.each([
    ["abc", 2, "ab"],
    ["abc", 3, "abc"],
    ["abc", 0, ""],
    ["", 5, ""],
    [`a${LOCK}`, 3, `a${LOCK}`],
    [`a${LOCK}`, 2, "a"],
    [`${LOCK}${LOCK}`, 3, LOCK],
    [`${LOCK}b`, 1, ""],
  ])("of %j within %d is %j", (text, most, expected) => expect(beginningOf(text, most)).toBe(expected));

  test("is as long as it may be, and never ends within a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, most) => {
        const beginning = beginningOf(text, most);
        expect(text.startsWith(beginning)).toBe(true);
        expect(beginning.isWellFormed()).toBe(true);
        expect(beginning.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
        expect(beginning.length).toBeLessThanOrEqual(most);
      }),
    );
  });
});

/** One of these is cut within a character, wherever the limit is. */
const long = (length: number): string[] => [LOCK.repeat(length), `a${LOCK.repeat(length)}`];
const isStorable = (value: unknown): boolean => !/\\ud[89a-f]/i.test(JSON.stringify(value));

describe("a text that is cut can be stored as JSON", () => {
  test.each(long(6_000))("if it is a finding of a scanner: %#", (text) => {
    const rule = { id: "R1", helpUri: `https://a.example/${text}`, shortDescription: { text } };
    const place = { ...at(text, 1), logicalLocations: [{ fullyQualifiedName: text }] };
    const own = result({ ruleId: "R1", message: { text }, locations: [place], properties: { tags: [text] } });
    for (const log of [logOf([own], { rules: [rule] }), logOf([own])]) {
      const rows = readSarif(SarifLog.parse(log), () => ({ field: "", error: "" }));
      expect(rows).toHaveLength(1);
      expect(rows[0]).toHaveProperty("row");
      expect(isStorable(rows)).toBe(true);
    }
  });

  test.each(long(3_000))("if it is the statement of a control: %#", (prose) => {
    const statement = statementOf([{ name: "statement", label: null, prose, parts: [] }], new Map());
    expect(statement.length).toBeGreaterThan(3_990);
    expect(isStorable(statement)).toBe(true);
  });

  test.each(long(5_000))("if it is a message in WhatsApp: %#", async (body) => {
    const media = { id: "m1", mime_type: `image/${body}`, caption: body, filename: body };
    const messages = [
      { id: "wamid.1", from: "491701234567", type: "text", text: { body } },
      { id: "wamid.2", from: "491701234567", type: "image", image: media },
    ];
    const contacts = [{ wa_id: "491701234567", profile: { name: body } }];
    const delivery = {
      object: "whatsapp_business_account",
      entry: [{ changes: [{ field: "messages", value: { contacts, messages } }] }],
    };
    const found = await readMessages(Buffer.from(JSON.stringify(delivery)), "1", new Date(0));
    expect(found.map(({ content }) => content.type)).toEqual(["text", "media"]);
    expect(isStorable(found)).toBe(true);
  });

  test.each(long(300))("if it is a caption or a text for a model: %#", (text) => {
    expect(isStorable(readCaption(`CC6.1 ${text}`))).toBe(true);
    expect(isStorable(shortly(text))).toBe(true);
  });
});
