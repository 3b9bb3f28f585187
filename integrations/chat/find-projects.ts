import { PROJECTS, loadProject, type ProjectRef } from "./choose-project.ts";
import type { ProductClient } from "./product-client.ts";
import { readPages } from "./read-pages.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The longest search text of the lists. */
const SEARCH_MAX = 200;

const normal = (text: string): string => text.trim().toLowerCase();

/**
 * The projects that match the input: the one with this id, those with this name, or else those whose name
 * starts with it.
 */
export async function findProjects(client: ProductClient, typed: string): Promise<ProjectRef[]> {
  const wanted = normal(typed);
  const one = UUID.test(wanted) ? await loadProject(client, wanted) : null;
  if (one !== null) return [one];
  const query = { search: wanted.slice(0, SEARCH_MAX), search_fields: "name", sort: "name", order: "asc" };
  const pages = await readPages<{ projects: ProjectRef[] }>(client, PROJECTS, query);
  const found = pages
    .flatMap(({ projects }) => projects)
    .filter(({ name }) => normal(name).startsWith(wanted));
  const exact = found.filter(({ name }) => normal(name) === wanted);
  return exact.length > 0 ? exact : found;
}
