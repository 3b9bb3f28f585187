import { activity } from "./en/activity.ts";
import { administration } from "./en/administration.ts";
import { evidence } from "./en/evidence.ts";
import { findings } from "./en/findings.ts";
import { projects } from "./en/projects.ts";
import { shell } from "./en/shell.ts";

/** What the console says, in English: the first of its languages, from which the others take their keys. */
export const en = { ...shell, ...projects, ...activity, ...evidence, ...findings, ...administration };
