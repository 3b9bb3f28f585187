import { z } from "zod";
import { shownScore } from "../../domain/compliance/shown-score.rules.ts";
import { evidencePage } from "../../domain/evidence/evidence-page.rules.ts";
import { ACTIVE_STATUSES, SEVERITIES } from "../../domain/findings/finding.rules.ts";
import { RISK_LEVELS } from "../../domain/findings/risk.rules.ts";
import { capital } from "../../domain/texts/capital.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";
import { inSentence } from "../../domain/texts/in-sentence.rules.ts";
import { answer, type ChatAnswer } from "./chat-answer.ts";
import {
  SHOWN_AT_MOST,
  chooseProject,
  howToName,
  isAnswer,
  listProjects,
  type ProjectRef,
  findProjects,
} from "./choose-project.ts";
import { readFrameworkNames } from "./framework-names.ts";
import type { ChatCaller } from "./chat-access.ts";
import { ProductRefusal, type ProductClient } from "./product-client.ts";
import { refused } from "./refused.ts";
import { searchNote } from "./search-note.ts";
import { beginningOf } from "../../platform/beginning-of.ts";
import { keysOf } from "../../domain/keys-of.rules.ts";

/** Dependencies of commands. */
export interface CommandDeps {
  client: ProductClient;
  caller: ChatCaller;
  publicUrl: string;
  /** Stores the selected project of the account. */
  rememberProject(accountId: string, projectId: string): Promise<void>;
}

type Command = (deps: CommandDeps, words: string) => Promise<ChatAnswer>;

const SHOWN = 5;
const percent = ({ formats }: Texts, value: number): string => formats.percent(shownScore(value));

/** A command about one project. */
const about =
  (run: (deps: CommandDeps, project: ProjectRef, words: string) => Promise<ChatAnswer>): Command =>
  async (deps, words) => {
    const project = await chooseProject(deps.client, deps.caller);
    return isAnswer(project) ? project : run(deps, project, words);
  };

const Coverage = z.object({
  total: z.number(),
  complete: z.number(),
  in_progress: z.number(),
  not_started: z.number(),
});
const Score = z.object({
  overall_score: z.number(),
  framework_scores: z.record(z.string(), z.number()),
  scored_categories: z.array(z.string()),
  control_coverage: Coverage,
  /** Controls with figures from statements. */
  set_by_hand: z.array(z.object({ number: z.string() })),
});
const Risk = z.object({ score: z.number(), level: z.enum(RISK_LEVELS), counted: z.number() });

const byHand = ({ set_by_hand: controls }: z.infer<typeof Score>, { chats }: Texts): string =>
  controls.length === 0 ? "" : ` ${chats.figures.byHand(controls.map(({ number }) => number).join(", "))}`;

const readScore = (client: ProductClient, { id }: ProjectRef) =>
  client.get("/api/v1/compliance/score", Score, { project_id: id });

const status = about(async ({ client, caller: { texts } }, project) => {
  const { chats, labels } = texts;
  const figures = await readScore(client, project);
  const { overall_score: overall, control_coverage: coverage } = figures;
  const risk = await client.get("/api/compliance/risk", Risk, { project_id: project.id });
  const nameOf = await readFrameworkNames(client, [project]);
  return answer(project.name, {
    text: `${nameOf(project.framework)}, ${inSentence(labels.projectStatus, project.status)}. ${chats.figures.score(percent(texts, overall))}${byHand(figures, texts)}`,
    items: [
      { title: chats.figures.controls, text: chats.figures.coverage(coverage) },
      {
        title: chats.figures.risk,
        text: chats.figures.riskOf(capital(labels.risk[risk.level]), risk.score, risk.counted),
      },
    ],
    hint: chats.figures.details,
  });
});

const score = about(async ({ client, caller: { texts } }, project) => {
  const figures = await readScore(client, project);
  const { overall_score: overall, framework_scores: scores, scored_categories: scored } = figures;
  const items = scored.map((name) => ({
    title: inSentence(texts.labels.category, name),
    text: percent(texts, scores[name] ?? 0),
  }));
  return answer(`${project.name}: ${percent(texts, overall)}`, {
    text: byHand(figures, texts).trim(),
    items,
  });
});

const Gap = z.object({
  control: z.object({ number: z.string(), title: z.string() }),
  reasons: z.array(z.string()),
  suggested_action: z.string(),
});
const Gaps = z.object({ gaps: z.array(Gap) });

const gaps = about(async ({ client, caller: { texts } }, project) => {
  const { gaps: words } = texts.chats;
  const { gaps: all } = await client.get("/api/v1/compliance/gaps", Gaps, { project_id: project.id });
  if (all.length === 0) return answer(words.none(project.name));
  const items = all.slice(0, SHOWN).map(({ control, reasons, suggested_action: action }) => ({
    title: `${control.number} ${control.title}`,
    text: `${reasons.map((reason) => inSentence(words.reasons, reason)).join(", ")}. ${words.action(reasons[0] ?? "", action)}`,
  }));
  return answer(`${project.name}: ${words.count(all.length)}`, { text: words.worstFirst, items });
});

const Finding = z.object({
  title: z.string(),
  severity: z.enum(SEVERITIES),
  due_date: z.string().nullable(),
});
const Findings = z.object({
  findings: z.array(Finding),
  pagination: z.object({ total: z.number() }),
});

/** Those that make up the risk, so that the numbers agree. */
const UNSOLVED = ACTIVE_STATUSES.join();

const findings = about(async ({ client, caller: { texts } }, project) => {
  const { chats, labels, formats } = texts;
  const query = { project_id: project.id, status: UNSOLVED, limit: SHOWN, sort: "severity" };
  const { findings: open, pagination } = await client.get("/api/findings", Findings, query);
  if (open.length === 0) return answer(chats.findings.none(project.name));
  const items = open.map(({ title, severity, due_date: due }) => {
    const level = capital(labels.severity[severity]);
    return { title, text: due === null ? level : chats.findings.due(level, formats.day(due)) };
  });
  return answer(`${project.name}: ${chats.findings.count(pagination.total)}`, { items });
});

const Hit = z.object({
  title: z.string(),
  page: z.number().nullable(),
  text: z.string(),
  evidence_id: z.string(),
  chunk_id: z.string(),
});
const Found = z.object({ results: z.array(Hit), degraded: z.array(z.string()) });

const PASSAGE = 300;

const search = about(async ({ client, caller, publicUrl }, project, words) => {
  const { search: texts, onPage } = caller.texts.chats;
  if (words === "") return answer(texts.what, { hint: texts.how });
  const body = { query: words, project_id: project.id, user_id: caller.userId, limit: 3 };
  const { results, degraded } = await client.post("/api/v1/retrieval/search", Found, body);
  const hint = searchNote(degraded, { found: results.length > 0 }, caller.texts);
  if (results.length === 0) return answer(texts.nothing(words, project.name), { hint });
  const items = results.map(({ title, page, text, evidence_id: id, chunk_id: chunkId }) => ({
    title: page === null ? title : onPage(title, page),
    text: text.length > PASSAGE ? `${beginningOf(text, PASSAGE)}…` : text,
    url: evidencePage(publicUrl, id, chunkId),
  }));
  return answer(texts.results(project.name, words), { items, hint });
});

const projects: Command = async ({ client, caller: { texts } }) => {
  const { project } = texts.chats;
  const some = await listProjects(client);
  if (some.total === 0) return answer(project.none);
  const nameOf = await readFrameworkNames(client, some.projects);
  const items = some.projects.map(({ name, framework, compliance_score: value }) => ({
    title: name,
    text: `${nameOf(framework)}, ${percent(texts, value)}`,
  }));
  return answer(project.mine, { items, hint: howToName(some, texts) });
};

const use: Command = async (deps, words) => {
  if (words === "") return projects(deps, words);
  const { client, caller, rememberProject } = deps;
  const { project } = caller.texts.chats;
  const found = await findProjects(client, words);
  const [one] = found;
  if (one === undefined) return answer(project.unknown(words), { hint: project.list });
  if (found.length > 1) {
    const shown = found.slice(0, SHOWN_AT_MOST);
    const nameOf = await readFrameworkNames(client, shown);
    return answer(project.whichOne, {
      // Names may repeat: the id distinguishes them.
      items: shown.map(({ id, name, framework }) => ({
        title: name,
        text: `${nameOf(framework)}, ${id}`,
      })),
      hint: howToName({ projects: shown, total: found.length }, caller.texts),
    });
  }
  await rememberProject(caller.accountId, one.id);
  return answer(project.selected(one.name));
};

export const helpIn = ({ chats: { help, commands } }: Texts): ChatAnswer =>
  answer(help.title, {
    items: [
      { title: commands.status, text: help.status },
      { title: commands.score, text: help.score },
      { title: commands.gaps, text: help.gaps },
      { title: commands.findings, text: help.findings },
      { title: help.searchFor, text: help.search },
      { title: commands.projects, text: help.projects },
      { title: help.useProject, text: help.use },
      { title: help.anythingElse, text: help.question },
    ],
  });

const COMMANDS = {
  status,
  score,
  gaps,
  findings,
  search,
  projects,
  use,
  help: async ({ caller }) => helpIn(caller.texts),
} satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof COMMANDS;
const NAMES = keysOf(COMMANDS);

/** Whether someone typed the command: in their language or in English. */
export const isCommand = (
  typed: string,
  name: keyof Texts["chats"]["commands"],
  { chats }: Texts,
): boolean => {
  const word = typed.replace(/^\//, "").normalize("NFC").toLowerCase();
  return word === name || word === chats.commands[name];
};

/** The command at the start of a text and the words after it; null if there is none. */
export function readCommand(text: string, texts: Texts): { name: CommandName; words: string } | null {
  const trimmed = text.trim();
  const [written = ""] = /^\S+/.exec(trimmed) ?? [];
  const name = NAMES.find((one) => isCommand(written, one, texts));
  return name === undefined ? null : { name, words: trimmed.slice(written.length).trim() };
}

/** Runs a command as the user; a refusal of the API becomes the answer, a temporary failure is thrown. */
export async function runCommand(
  deps: CommandDeps,
  { name, words }: { name: CommandName; words: string },
): Promise<ChatAnswer> {
  try {
    return await COMMANDS[name](deps, words);
  } catch (error) {
    if (error instanceof ProductRefusal) return refused(error, deps.caller.texts);
    throw error;
  }
}
