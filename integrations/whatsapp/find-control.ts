import { z } from "zod";
import { type ProductClient, readPages } from "../chat/product-client.ts";

const CONTROLS = "/api/v1/compliance/controls";
const Controls = z.object({ controls: z.array(z.object({ number: z.string() })) });

/**
 * The number of the requested control, as the project writes it: users ignore case, but a framework may have
 * both `a.1` and `A.1`. Input that matches none or several is returned unchanged, and the API refuses it.
 */
export async function findControl(client: ProductClient, projectId: string, typed: string): Promise<string> {
  const wanted = typed.toLowerCase();
  const query = { project_id: projectId, search: typed, search_fields: "number", sort: "number" };
  const pages = await readPages(client, CONTROLS, Controls, query);
  const found = pages
    .flatMap(({ controls }) => controls.map(({ number }) => number))
    .filter((number) => number.toLowerCase() === wanted);
  if (found.includes(typed)) return typed;
  const [only, another] = found;
  return only === undefined || another !== undefined ? typed : only;
}
