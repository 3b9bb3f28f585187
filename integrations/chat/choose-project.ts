import { answer, type ChatAnswer } from "./chat-answer.ts";
import type { ProductClient } from "./product-client.ts";

export interface ProjectRef {
  id: string;
  name: string;
  framework: string;
  status: string;
  compliance_score: number;
}

const MOST = 20;

export const listProjects = async (client: ProductClient): Promise<ProjectRef[]> =>
  (await client.get<{ projects: ProjectRef[] }>("/api/v1/projects", { limit: MOST, sort: "updated_at" }))
    .projects;

const normal = (text: string): string => text.trim().toLowerCase();

/** The projects whose name or id is, or else begins with, what was typed. */
export function matching(projects: readonly ProjectRef[], typed: string): ProjectRef[] {
  const wanted = normal(typed);
  const exact = projects.filter(({ id, name }) => normal(name) === wanted || id === wanted);
  return exact.length > 0 ? exact : projects.filter(({ name }) => normal(name).startsWith(wanted));
}

const named = (projects: readonly ProjectRef[]) =>
  projects.map(({ name, framework, status }) => ({ title: name, text: `${framework}, ${status}` }));

/** The project that is meant: the one said before, or the only one; otherwise what to tell the person. */
export async function chooseProject(
  client: ProductClient,
  preferred: string | null,
): Promise<ProjectRef | ChatAnswer> {
  const projects = await listProjects(client);
  const [only] = projects;
  const chosen = projects.find(({ id }) => id === preferred) ?? (projects.length === 1 ? only : undefined);
  if (chosen !== undefined) return chosen;
  if (projects.length === 0)
    return answer("You see no project", { hint: "Ask whoever runs your projects to share one with you." });
  return answer("Which project?", { items: named(projects), hint: "Say: use <name of the project>" });
}

export const isAnswer = (value: ProjectRef | ChatAnswer): value is ChatAnswer => "items" in value;
