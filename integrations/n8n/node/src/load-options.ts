import type { ILoadOptionsFunctions, INodePropertyOption } from "n8n-workflow";
import { credentialOf } from "./authentication.ts";
import { connect, type Api } from "./call-api.ts";
import { eventOptions, type CataloguedEvent } from "./event-options.ts";

const SHOWN_PROJECTS = 100;

const apiOf = (caller: ILoadOptionsFunctions): Promise<Api> =>
  connect(caller, credentialOf(caller.getNodeParameter("authentication", "apiKey")));

/** The projects that the credential's user can see, newest first. */
export async function getProjects(this: ILoadOptionsFunctions): Promise<INodePropertyOption[]> {
  const query = { limit: SHOWN_PROJECTS };
  const data = await (await apiOf(this)).call({ method: "GET", path: "/api/v1/projects", query });
  const projects = data["projects"] as { id: string; name: string; framework: string }[];
  return projects.map(({ id, name, framework }) => ({ name, value: id, description: framework }));
}

export async function getEvents(this: ILoadOptionsFunctions): Promise<INodePropertyOption[]> {
  const data = await (await apiOf(this)).call({ method: "GET", path: "/api/v1/events/catalogue" });
  return eventOptions(data["events"] as CataloguedEvent[]);
}
