import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Config } from "../../../platform/config.ts";
import { DEMO_FILES } from "../demo-files.ts";
import type { DemoFile } from "../demo-file.ts";
import { FINDINGS } from "./findings.ts";
import { openClient, type OrganisationClient } from "./organisation-client.ts";
import { PLAIN_FILES } from "./plain-files.ts";
import { Figures, seedHistory } from "./seed-history.ts";

const DAY_MS = 86_400_000;
const LOOK_MS = 2_000;
const READ_MS = 10 * 60_000;
/** Of five files in a row: what their reviewer does, and what the auditor does afterwards. */
const FATES = ["accepted", "accepted", "approved", "waiting", "accepted"] as const;
const REJECTED: Readonly<Record<string, string>> = {
  "Post-incident review": "It does not say who took part: name the people and the date of the meeting",
  "Business continuity plan": "The last test is missing: add its report",
};
const OWNED = [
  "CC6.1",
  "CC6.2",
  "CC6.3",
  "CC6.6",
  "CC7.1",
  "CC7.2",
  "CC7.4",
  "CC8.1",
  "CC9.2",
  "A1.2",
  "C1.1",
];

const Projects = z.object({ projects: z.array(z.object({ id: z.string(), framework: z.string() })) });
const Reading = z.object({ pagination: z.object({ total: z.int() }) });

interface Organisation {
  url: string;
  password: string;
  config: Config;
}

interface People {
  customer: OrganisationClient;
  manager: OrganisationClient;
  auditor: OrganisationClient;
}

const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

async function uploadTo(projectId: string, { customer }: People, file: DemoFile): Promise<string> {
  const { name, title, description, control, daysAgo } = file;
  const fields = {
    project_id: projectId,
    control_id: control,
    title,
    description,
    collected_at: day(daysAgo),
  };
  return customer.upload(fields, { name, bytes: await file.make(day) });
}

/** Until every file of the project was read, well or badly. */
async function waitUntilRead(projectId: string, { customer }: People): Promise<void> {
  const path = `/api/v1/evidence?project_id=${projectId}&chunking_status=PENDING,PROCESSING&limit=1`;
  for (const end = Date.now() + READ_MS; ;) {
    const { pagination } = await customer.get(path, Reading);
    if (pagination.total === 0 || Date.now() > end) return;
    await sleep(LOOK_MS);
  }
}

async function review(id: string, { title }: DemoFile, place: number, people: People): Promise<void> {
  const note = REJECTED[title];
  const fate = FATES[place % FATES.length];
  const decide = (decision: "approve" | "reject", why: string) =>
    people.manager.send("POST", `/api/v1/evidence/${id}/review`, { decision, note: why });
  if (note !== undefined) await decide("reject", note);
  else if (fate !== "waiting") await decide("approve", "Dated and signed");
  if (note === undefined && fate === "accepted")
    await people.auditor.send("POST", `/api/v1/evidence/${id}/acceptance`, { decision: "accept" });
}

async function raiseFindings(projectId: string, { manager, auditor, customer }: People): Promise<void> {
  for (const { comment, byAuditor, dueIn, ...finding } of FINDINGS) {
    const raised = (await (byAuditor ? auditor : manager).send("POST", "/api/findings", {
      ...finding,
      project_id: projectId,
      assigned_to: byAuditor ? customer.id : manager.id,
      due_date: new Date(Date.now() + dueIn * DAY_MS).toISOString(),
    })) as { id: string };
    if (comment !== undefined)
      await customer.send("POST", `/api/findings/${raised.id}/comments`, { text: comment });
  }
}

async function ownControls(projectId: string, { manager, customer }: People): Promise<void> {
  const controls = OWNED.map((number, index) => ({
    control_id: number,
    owner_id: index % 2 === 0 ? manager.id : customer.id,
  }));
  await manager.send("PUT", `/api/v1/projects/${projectId}/controls`, { controls });
}

/**
 * Gives the demo organisation's SOC 2 project what a project in mid-audit has: files of all kinds, read and for the most
 * part reviewed, findings, owners, and a past of its score. By the API, as its people, but for the past.
 */
export async function fillOrganisation({ url, password, config }: Organisation): Promise<void> {
  const open = (name: string) => openClient(url, `${name}@example.com`, password);
  const people = {
    customer: await open("customer"),
    manager: await open("manager"),
    auditor: await open("auditor"),
  };
  const { projects } = await people.customer.get("/api/v1/projects", Projects);
  const projectId = projects.find(({ framework }) => framework === "soc2")!.id;
  const files = [...DEMO_FILES, ...PLAIN_FILES];
  const ids: string[] = [];
  for (const file of files) ids.push(await uploadTo(projectId, people, file));
  await ownControls(projectId, people);
  await raiseFindings(projectId, people);
  await waitUntilRead(projectId, people);
  for (const [place, id] of ids.entries()) await review(id, files[place]!, place, people);
  await people.customer.send("PUT", `/api/v1/projects/${projectId}`, { status: "in_audit" });
  const score = `/api/v1/compliance/score?project_id=${projectId}&explain=true`;
  await seedHistory(config, projectId, await people.customer.get(score, Figures));
}
