import { assistant } from "./en/assistant.ts";
import { chats } from "./en/chats.ts";
import { formats } from "./en/formats.ts";
import { labels } from "./en/labels.ts";
import { mails } from "./en/mails.ts";
import { pages } from "./en/pages.ts";
import { projectTexts } from "./en/project-texts.ts";
import { reportHeads } from "./en/report-heads.ts";
import { reports } from "./en/reports.ts";
import type { Language } from "./language.rules.ts";

/** The numbers and names in a sentence. */
export type Values = Readonly<Record<string, string | number | undefined>>;

/** The sentence for the code of an error (`details.reason`), with its values. */
export type Explanations = Readonly<Record<string, (values: Values) => string>>;

/** What the service itself writes to people. The texts in English define the keys of the other languages. */
export interface Texts {
  language: Language;
  pages: typeof pages;
  mails: typeof mails;
  chats: typeof chats;
  assistant: typeof assistant;
  projectTexts: typeof projectTexts;
  reports: typeof reports;
  reportHeads: typeof reportHeads;
  labels: typeof labels;
  formats: typeof formats;
  /** English shows the errors' own sentences. Of a `rule`, the field is the subject. */
  explanations: Explanations;
  rules: Explanations;
}

export const en: Texts = {
  language: "en",
  pages,
  mails,
  chats,
  assistant,
  projectTexts,
  reports,
  reportHeads,
  labels,
  formats,
  explanations: {},
  rules: {},
};
