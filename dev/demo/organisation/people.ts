import { openClient, type OrganisationClient } from "./organisation-client.ts";

/** The users of the demo organisation's projects. */
export interface People {
  customer: OrganisationClient;
  manager: OrganisationClient;
  auditor: OrganisationClient;
}

export async function openPeople(url: string, password: string): Promise<People> {
  const open = (name: string) => openClient(url, `${name}@example.com`, password);
  return { customer: await open("customer"), manager: await open("manager"), auditor: await open("auditor") };
}
