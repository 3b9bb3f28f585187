import { openClient, type OrganisationClient } from "./organisation-client.ts";

/** The users of the demo organisation. */
export interface People {
  admin: OrganisationClient;
  customer: OrganisationClient;
  manager: OrganisationClient;
  auditor: OrganisationClient;
}

export async function openPeople(url: string, password: string): Promise<People> {
  const open = (name: string) => openClient(url, `${name}@example.com`, password);
  return {
    admin: await open("admin"),
    customer: await open("customer"),
    manager: await open("manager"),
    auditor: await open("auditor"),
  };
}
