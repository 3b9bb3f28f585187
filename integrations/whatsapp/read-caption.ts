import { beginningOf } from "../../platform/beginning-of.ts";

/** A control number contains a digit, as in CC6.1 or A.5.1; the title follows it. */
const CAPTION = /^(?:control\s+)?([A-Za-z]{0,6}[.-]?\d[\w.()-]{0,40}?)[:,;]?(?:\s([\s\S]+))?$/i;
const TITLE_MAX = 200;

/** The control and title in a caption; null if it names no control. */
export function readCaption(text: string): { control: string; title: string } | null {
  const [, control, title = ""] = CAPTION.exec(text.trim()) ?? [];
  return control === undefined ? null : { control, title: beginningOf(title.trim(), TITLE_MAX) };
}
