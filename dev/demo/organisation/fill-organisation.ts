import { z } from "zod";
import type { Config } from "../../../platform/config.ts";
import { connectPrograms } from "./connect-programs.ts";
import { connectSystems, invitePeople, redeliverOne } from "./connect-systems.ts";
import { inDays } from "./days.ts";
import { evidenceDeeds, uploadFiles, waitUntilRead } from "./file-evidence.ts";
import { FIRST_FILES } from "./first-files.ts";
import { openPastDays } from "./past-days.ts";
import { openPeople, type People } from "./people.ts";
import { quarantineOne } from "./quarantine-one.ts";
import { seedHistory } from "./seed-history.ts";
import { live, type Deed } from "./timeline.ts";
import { findingDeeds } from "./work-on-findings.ts";
import { answerQuestionnaire, buildPackage, writePolicies } from "./write-papers.ts";

/** How many controls of a series, such as CC1.1 to CC1.5, someone is responsible for; the others have no owner yet. */
const OWNED = {
  manager: { CC1: 5, CC2: 3, CC3: 4, CC4: 2, CC5: 3 },
  customer: { CC6: 8, CC7: 5, CC8: 1, CC9: 2, A1: 3, C1: 2 },
} as const;

/** In how many days controls are due: one is late, and others are due soon. */
const DUE: Readonly<Record<string, number>> = {
  "CC1.2": -3,
  "CC3.1": 12,
  "CC4.2": 20,
  "CC7.5": 5,
  "A1.2": 40,
};

const dueDateOf = (number: string): { due_date?: string } =>
  number in DUE ? { due_date: inDays(DUE[number]!) } : {};

const numbersOf = (series: Record<string, number>): string[] =>
  Object.entries(series).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, index) => `${name}.${index + 1}`),
  );

/** Days ago: the work on the project began, and the audit. */
const [BEGAN, IN_AUDIT] = [88, 82] as const;

const Projects = z.object({
  projects: z.array(z.object({ id: z.string(), framework: z.string(), demo: z.boolean() })),
});

interface Organisation {
  url: string;
  password: string;
  config: Config;
  /** The address of the systems to connect; null connects none. */
  systemsUrl: string | null;
}

async function ownControls({ manager, customer }: People, projectId: string): Promise<void> {
  const owned = ({ id }: { id: string }, series: Record<string, number>) =>
    numbersOf(series).map((number) => ({ control_id: number, owner_id: id, ...dueDateOf(number) }));
  const controls = [...owned(manager, OWNED.manager), ...owned(customer, OWNED.customer)];
  await manager.send("PUT", `/api/v1/projects/${projectId}/controls`, { controls });
}

async function planAudit({ manager }: People, projectId: string): Promise<void> {
  const path = `/api/v1/projects/${projectId}/milestones`;
  const plan = (name: string, days: number) =>
    manager.send("POST", path, { name, due_date: inDays(days) }) as Promise<{ id: string }>;
  const { id } = await plan("Scope agreed", 1);
  await manager.send("PUT", `${path}/${id}`, { status: "achieved" });
  await plan("Fieldwork begins", 9);
}

/** What happened in the project until today, day by day. */
async function livePast(
  { config, password, systemsUrl }: Pick<Organisation, "config" | "password" | "systemsUrl">,
  people: People,
  soc2: string,
): Promise<void> {
  const past = await openPastDays(config, people, password);
  const begins: Deed["act"] = async (everyone) => {
    if (systemsUrl !== null) await connectSystems(everyone, systemsUrl);
    await ownControls(everyone, soc2);
    await planAudit(everyone, soc2);
  };
  const audited: Deed["act"] = ({ customer }) =>
    customer.send("PUT", `/api/v1/projects/${soc2}`, { status: "in_audit" });
  try {
    await live(past, [
      { daysAgo: BEGAN, act: begins },
      { daysAgo: IN_AUDIT, act: audited },
      ...findingDeeds(soc2),
      ...evidenceDeeds(soc2),
    ]);
  } finally {
    await past.stop();
  }
}

/**
 * Gives the demo organisation's SOC 2 project what a project in mid-audit has: files of all kinds and states,
 * findings, owners, policies, a questionnaire, a package, and a score history; its ISO 27001 project the
 * first files; and both programs that use the API, connected systems and open invitations. Uses the API, as
 * its users, except for the score history; an API with a clock of its own for what happened before today.
 */
export async function fillOrganisation({ url, password, config, systemsUrl }: Organisation): Promise<void> {
  const people = await openPeople(url, password);
  const { projects } = await people.customer.get("/api/v1/projects?sort=created_at&order=asc", Projects);
  // The tour may have begun, and created a project of its own.
  const idOf = (name: string): string =>
    projects.find(({ framework, demo }) => demo && framework === name)!.id;
  const [soc2, iso27001] = [idOf("soc2"), idOf("iso27001")];
  await connectPrograms(people, soc2);
  await livePast({ config, password, systemsUrl }, people, soc2);
  await invitePeople(people, soc2);
  await waitUntilRead(people, soc2);
  await quarantineOne(config, soc2);
  if (systemsUrl !== null) await redeliverOne(people);
  await writePolicies(people, soc2);
  await seedHistory(config, people.customer, soc2);
  await uploadFiles(people, iso27001, FIRST_FILES);
  await answerQuestionnaire(people, soc2);
  await buildPackage(people, soc2);
}
