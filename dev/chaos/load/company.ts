import { newId } from "../../../platform/ids.ts";
import { createPatientClient, type PatientClient } from "./patient-client.ts";
import type { Receiver } from "./receiver.ts";

const PASSWORD = "seven green bottles on a wall";
const PROJECTS = 2;

/** A customer with an auditor and projects, who must see nothing of another company. */
export interface Company {
  customer: PatientClient;
  auditor: PatientClient;
  admin: PatientClient;
  projectIds: string[];
  /** Projects that are created and deleted by the load. */
  passingIds: string[];
  /** The path to which each webhook sends. */
  hooks: { path: string; ownerId: string; since: number }[];
}

interface SetUp {
  urls: readonly string[];
  admin: PatientClient;
  receiver: Receiver;
  onError: (text: string) => void;
}

async function create<T>(by: PatientClient, path: string, body: object): Promise<T> {
  const outcome = await by.write({ method: "POST", path, body }, () => false);
  if (outcome.kind !== "acknowledged") throw new Error(`POST ${path}: ${outcome.message}`);
  return outcome.data as T;
}

async function person({ urls, admin, onError }: SetUp, role: string): Promise<PatientClient> {
  const email = `${role}-${newId()}@example.com`;
  await create(admin, "/api/v1/users", { email, name: `A ${role}`, role, password: PASSWORD });
  return createPatientClient({ urls, email, password: PASSWORD, onError });
}

async function subscribe(receiver: Receiver, owner: PatientClient): Promise<Company["hooks"][number]> {
  const path = `/${owner.role}/${owner.id}`;
  const body = { url: `${receiver.origin}${path}`, events: ["*"] };
  const { secret } = await create<{ secret: string }>(owner, "/api/v1/webhooks", body);
  receiver.expect(path, secret);
  return { path, ownerId: owner.id, since: Date.now() };
}

export async function createCompany(setUp: SetUp): Promise<Company> {
  const [customer, auditor] = [await person(setUp, "customer"), await person(setUp, "auditor")];
  const projectIds: string[] = [];
  for (let n = 0; n < PROJECTS; n += 1) {
    const body = {
      name: `Project ${n}`,
      framework: "soc2",
      customer_id: customer.id,
      auditor_id: auditor.id,
    };
    projectIds.push((await create<{ id: string }>(setUp.admin, "/api/v1/projects", body)).id);
  }
  const hooks = [await subscribe(setUp.receiver, customer), await subscribe(setUp.receiver, auditor)];
  return { customer, auditor, admin: setUp.admin, projectIds, passingIds: [], hooks };
}
