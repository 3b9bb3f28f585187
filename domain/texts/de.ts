import { explanations, rules } from "./de/explanations.ts";
import { mails } from "./de/mails.ts";
import { pages } from "./de/pages.ts";
import type { Texts } from "./en.ts";

/** The same in German. */
export const de: Texts = { language: "de", pages, mails, explanations, rules };
