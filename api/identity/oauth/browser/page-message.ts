import type { Texts } from "../../../../domain/texts/en.ts";
import { explain, type Sentence } from "../../../../domain/texts/explain.ts";
import type { Explained } from "../../../../domain/texts/translate.rules.ts";
import type { AppError } from "../../../../platform/errors.ts";

/** A text of the pages in the visitor's language. */
export type PageText = (pages: Texts["pages"]) => string;

/** A sentence that depends on the visitor's language. */
export type Message = (texts: Texts) => Sentence;

export const say =
  (choose: PageText): Message =>
  ({ pages }) => ({ text: choose(pages) });

/** The field of an error's details, if it is of the wanted type. */
const textIn = ({ details }: AppError, name: string): string | undefined =>
  typeof details[name] === "string" ? details[name] : undefined;

/** What an error says: its whole message or, as `part`, only what is wrong with the field. */
export function explainedBy(error: AppError, part: "message" | "error" = "message"): Explained {
  const english = (part === "error" ? textIn(error, "error") : undefined) ?? error.message;
  const field = part === "message" ? textIn(error, "field") : undefined;
  const values = error.details["values"] as Explained["values"];
  return { english, field, reason: textIn(error, "reason"), values };
}

export const sayWhy =
  (why: Explained, complete?: Parameters<typeof explain>[2]): Message =>
  (texts) =>
    explain(texts, why, complete);
