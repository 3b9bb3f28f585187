import { z } from "zod";
import { isIdShaped } from "../../domain/is-id-shaped.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";
import { inSentence } from "../../domain/texts/in-sentence.rules.ts";
import type { ChatCaller } from "./chat-access.ts";
import { answer, type ChatAnswer } from "./chat-answer.ts";
import { readFrameworkNames } from "./framework-names.ts";
import { ProductRefusal, type ProductClient, readPages } from "./product-client.ts";

export const PROJECTS = "/api/v1/projects";

const Project = z.object({
  id: z.string(),
  name: z.string(),
  framework: z.string(),
  status: z.string(),
  compliance_score: z.number(),
});
export type ProjectRef = z.infer<typeof Project>;
const Projects = z.object({ projects: z.array(Project) });
const SomeProjects = Projects.extend({ pagination: z.object({ total: z.number() }) });

/** The most that one message shows. */
export const SHOWN_AT_MOST = 20;

export interface SomeProjects {
  projects: ProjectRef[];
  /** The total number of projects. */
  total: number;
}

/** The most recently changed projects. */
export async function listProjects(client: ProductClient): Promise<SomeProjects> {
  const query = { limit: SHOWN_AT_MOST, sort: "updated_at" };
  const { projects, pagination } = await client.get(PROJECTS, SomeProjects, query);
  return { projects, total: pagination.total };
}

/** The project with this id; null if the user cannot see it. */
export async function loadProject(client: ProductClient, id: string): Promise<ProjectRef | null> {
  try {
    return await client.get(`${PROJECTS}/${id}`, Project);
  } catch (error) {
    if (error instanceof ProductRefusal && error.status === 404) return null;
    throw error;
  }
}

/** Instructions for naming a project, after some were listed. */
export function howToName({ projects, total }: SomeProjects, { chats: { project } }: Texts): string {
  const more = total > projects.length ? `${project.more(total - projects.length)} ` : "";
  return `${more}${project.howToName}`;
}

/** The requested project: the selected or only one; otherwise a message for the user. */
export async function chooseProject(
  client: ProductClient,
  { projectId, texts }: Pick<ChatCaller, "projectId" | "texts">,
): Promise<ProjectRef | ChatAnswer> {
  const { chats, labels } = texts;
  const chosen = projectId === null ? null : await loadProject(client, projectId);
  if (chosen !== null) return chosen;
  const some = await listProjects(client);
  const [only] = some.projects;
  if (only === undefined) return answer(chats.project.none, { hint: chats.project.askManager });
  if (some.total === 1) return only;
  const nameOf = await readFrameworkNames(client, some.projects);
  const items = some.projects.map(({ name, framework, status }) => ({
    title: name,
    text: `${nameOf(framework)}, ${inSentence(labels.projectStatus, status)}`,
  }));
  return answer(chats.project.which, { items, hint: howToName(some, texts) });
}

export const isAnswer = (value: ProjectRef | ChatAnswer): value is ChatAnswer => "items" in value;

/** The longest search text of the lists. */
const SEARCH_MAX = 200;

const normal = (text: string): string => text.trim().toLowerCase();

/**
 * The projects that match the input: the one with this id, those with this name, or else those whose name
 * starts with it.
 */
export async function findProjects(client: ProductClient, typed: string): Promise<ProjectRef[]> {
  const wanted = normal(typed);
  const one = isIdShaped(wanted) ? await loadProject(client, wanted) : null;
  if (one !== null) return [one];
  const query = { search: wanted.slice(0, SEARCH_MAX), search_fields: "name", sort: "name", order: "asc" };
  const pages = await readPages(client, PROJECTS, Projects, query);
  const found = pages
    .flatMap(({ projects }) => projects)
    .filter(({ name }) => normal(name).startsWith(wanted));
  const exact = found.filter(({ name }) => normal(name) === wanted);
  return exact.length > 0 ? exact : found;
}
