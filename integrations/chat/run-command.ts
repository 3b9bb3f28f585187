import { shownScore } from "../../domain/compliance/shown-score.rules.ts";
import { counted } from "../../domain/counted.rules.ts";
import { ACTIVE_STATUSES } from "../../domain/findings/finding.rules.ts";
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
import type { ChatCaller } from "./chat-access.ts";
import { ProductRefusal, type ProductClient } from "./product-client.ts";
import { searchNote } from "./search-note.ts";
import { beginningOf } from "../../platform/beginning-of.ts";

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
const percent = (value: number): string => `${shownScore(value).toFixed(1)} %`;

/** A command about one project. */
const about =
  (run: (deps: CommandDeps, project: ProjectRef, words: string) => Promise<ChatAnswer>): Command =>
  async (deps, words) => {
    const project = await chooseProject(deps.client, deps.caller.projectId);
    return isAnswer(project) ? project : run(deps, project, words);
  };

interface Score {
  overall_score: number;
  framework_scores: Record<string, number>;
  control_coverage: { total: number; complete: number; in_progress: number; not_started: number };
  /** Controls with figures from statements. */
  set_by_hand: { number: string }[];
}

const byHand = ({ set_by_hand: controls }: Score): string =>
  controls.length === 0
    ? ""
    : ` Set by hand, not by evidence: ${controls.map(({ number }) => number).join(", ")}.`;

const readScore = (client: ProductClient, { id }: ProjectRef) =>
  client.get<Score>("/api/v1/compliance/score", { project_id: id });

const status = about(async ({ client }, project) => {
  const figures = await readScore(client, project);
  const { overall_score: overall, control_coverage: coverage } = figures;
  const risk = await client.get<{ score: number; level: string; counted: number }>("/api/compliance/risk", {
    project_id: project.id,
  });
  return answer(project.name, {
    text: `${project.framework}, ${project.status}. Score ${percent(overall)}.${byHand(figures)}`,
    items: [
      {
        title: "Controls",
        text: `${coverage.complete} complete, ${coverage.in_progress} in progress, ${coverage.not_started} not started, of ${coverage.total}`,
      },
      { title: "Risk", text: `${risk.level} (${risk.score}), from ${counted(risk.counted, "open finding")}` },
    ],
    hint: "For details, send score, gaps, findings or search <words>.",
  });
});

const score = about(async ({ client }, project) => {
  const figures = await readScore(client, project);
  const { overall_score: overall, framework_scores: categories } = figures;
  const items = Object.entries(categories).map(([name, value]) => ({
    title: name.replaceAll("_", " "),
    text: percent(value),
  }));
  return answer(`${project.name}: ${percent(overall)}`, { text: byHand(figures).trim(), items });
});

interface GapView {
  control: { number: string; title: string };
  reasons: string[];
  suggested_action: string;
}

const gaps = about(async ({ client }, project) => {
  const { gaps: all } = await client.get<{ gaps: GapView[] }>("/api/v1/compliance/gaps", {
    project_id: project.id,
  });
  if (all.length === 0) return answer(`${project.name} has no gaps`);
  const items = all.slice(0, SHOWN).map(({ control, reasons, suggested_action: action }) => ({
    title: `${control.number} ${control.title}`,
    text: `${reasons.map((reason) => reason.replaceAll("_", " ")).join(", ")}. ${action}`,
  }));
  return answer(`${project.name}: ${counted(all.length, "gap")}`, { text: "Worst first:", items });
});

interface FindingView {
  title: string;
  severity: string;
  status: string;
  due_date: string | null;
}

/** Those that make up the risk, so that the numbers agree. */
const UNSOLVED = ACTIVE_STATUSES.join();

const findings = about(async ({ client }, project) => {
  const { findings: open, pagination } = await client.get<{
    findings: FindingView[];
    pagination: { total: number };
  }>("/api/findings", { project_id: project.id, status: UNSOLVED, limit: SHOWN, sort: "severity" });
  if (open.length === 0) return answer(`${project.name} has no open findings`);
  const items = open.map(({ title, severity, due_date: due }) => ({
    title,
    text: due === null ? severity : `${severity}, due ${due.slice(0, 10)}`,
  }));
  return answer(`${project.name}: ${counted(pagination.total, "open finding")}`, { items });
});

interface Hit {
  title: string;
  file_name: string;
  page: number | null;
  text: string;
  evidence_id: string;
}

interface Found {
  results: Hit[];
  degraded: string[];
}

const PASSAGE = 300;

const search = about(async ({ client, caller, publicUrl }, project, words) => {
  if (words === "") return answer("What should I look for?", { hint: "Send: search <words>" });
  const body = { query: words, project_id: project.id, user_id: caller.userId, limit: 3 };
  const { results, degraded } = await client.post<Found>("/api/v1/retrieval/search", body);
  const hint = searchNote(degraded, { found: results.length > 0 });
  if (results.length === 0) return answer(`Nothing found about "${words}" in ${project.name}`, { hint });
  const items = results.map(({ title, page, text, evidence_id: id }) => ({
    title: page === null ? title : `${title}, page ${page}`,
    text: text.length > PASSAGE ? `${beginningOf(text, PASSAGE)}…` : text,
    url: `${publicUrl}/api/v1/evidence/${id}/file`,
  }));
  return answer(`${project.name}: "${words}"`, { items, hint });
});

const projects: Command = async ({ client }) => {
  const some = await listProjects(client);
  if (some.total === 0) return answer("You have no projects");
  const items = some.projects.map(({ name, framework, compliance_score: value }) => ({
    title: name,
    text: `${framework}, ${percent(value)}`,
  }));
  return answer("Your projects", { items, hint: howToName(some) });
};

const use: Command = async (deps, words) => {
  if (words === "") return projects(deps, words);
  const { client, caller, rememberProject } = deps;
  const found = await findProjects(client, words);
  const [one] = found;
  if (one === undefined)
    return answer(`You have no project called "${words}"`, { hint: "Send projects for the list." });
  if (found.length > 1) {
    const shown = found.slice(0, SHOWN_AT_MOST);
    return answer("Which one?", {
      // Names may repeat: the id distinguishes them.
      items: shown.map(({ id, name, framework }) => ({ title: name, text: `${framework}, ${id}` })),
      hint: howToName({ projects: shown, total: found.length }),
    });
  }
  await rememberProject(caller.accountId, one.id);
  return answer(`Selected: ${one.name}`);
};

export const HELP = answer("What you can ask", {
  items: [
    { title: "status", text: "the project's status: score, controls, risk" },
    { title: "score", text: "the score by category" },
    { title: "gaps", text: "what is missing, worst first" },
    { title: "findings", text: "open findings" },
    { title: "search <words>", text: "passages from the evidence, with page and link" },
    { title: "projects", text: "your projects" },
    { title: "use <project>", text: "select a project" },
    { title: "anything else", text: "goes to the assistant, which answers from the evidence" },
  ],
});

const COMMANDS: Readonly<Record<string, Command>> = {
  status,
  score,
  gaps,
  findings,
  search,
  projects,
  use,
  help: async () => HELP,
};

/** The command at the start of a text and the words after it; null if there is none. */
export function readCommand(text: string): { name: string; words: string } | null {
  const trimmed = text.trim();
  const [written = ""] = /^\S+/.exec(trimmed) ?? [];
  const name = written.replace(/^\//, "").toLowerCase();
  return Object.hasOwn(COMMANDS, name) ? { name, words: trimmed.slice(written.length).trim() } : null;
}

/** Runs a command as the user; a refusal of the API becomes the answer, a temporary failure is thrown. */
export async function runCommand(
  deps: CommandDeps,
  { name, words }: { name: string; words: string },
): Promise<ChatAnswer> {
  try {
    return await COMMANDS[name]!(deps, words);
  } catch (error) {
    if (error instanceof ProductRefusal) return answer("That did not work", { text: error.message });
    throw error;
  }
}
