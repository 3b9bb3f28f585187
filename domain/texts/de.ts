import { assistant } from "./de/assistant.ts";
import { chats } from "./de/chats.ts";
import { explanations, rules } from "./de/explanations.ts";
import { formats } from "./de/formats.ts";
import { labels } from "./de/labels.ts";
import { mails } from "./de/mails.ts";
import { pages } from "./de/pages.ts";
import { projectTexts } from "./de/project-texts.ts";
import { reportHeads } from "./de/report-heads.ts";
import { reports } from "./de/reports.ts";
import type { Texts } from "./en.ts";

/** The same in German. */
export const de: Texts = {
  language: "de",
  pages,
  mails,
  chats,
  assistant,
  projectTexts,
  reports,
  reportHeads,
  labels,
  formats,
  explanations,
  rules,
};
