import { z } from "zod";
import { DEMO_FILES } from "../demo-files.ts";
import type { DemoFile } from "../demo-file.ts";
import { dayAgo, inDays } from "./days.ts";
import type { People } from "./people.ts";
import { PLAIN_FILES } from "./plain-files.ts";
import { BASELINES, UNREADABLE_FILES } from "./special-files.ts";
import { waitUntil } from "./wait-until.ts";

const PATH = "/api/v1/evidence";
/** For every five files: the reviewer's decision, and the auditor's. */
const FATES = ["accepted", "accepted", "approved", "waiting", "accepted"] as const;
const REJECTED: Readonly<Record<string, string>> = {
  "Post-incident review": "It does not say who took part: name the people and the date of the meeting",
  "Business continuity plan": "The last test is missing: add its report",
};
/** Days of validity of approvals: the first expires while a new user looks around. */
const APPROVED_FOR: Readonly<Record<string, number>> = {
  "Key rotation record": 0.001,
  "Vulnerability scan": 12,
  "Training record": 25,
};

const Counted = z.object({ pagination: z.object({ total: z.int() }) });

interface Filed {
  id: string;
  file: DemoFile;
}

const fieldsOf = ({ title, description, daysAgo }: DemoFile) => ({
  title,
  description,
  collected_at: dayAgo(daysAgo),
});

/** Uploads files one after the other, as the customer. */
export async function uploadFiles(
  { customer }: People,
  projectId: string,
  files: readonly DemoFile[],
): Promise<Filed[]> {
  const filed: Filed[] = [];
  for (const file of files) {
    const fields = { ...fieldsOf(file), project_id: projectId, control_id: file.control };
    const bytes = await file.make(dayAgo);
    filed.push({ id: await customer.upload(PATH, fields, { name: file.name, bytes }), file });
  }
  return filed;
}

/** Waits until every file of the project was read or failed. */
const waitUntilRead = ({ customer }: People, projectId: string): Promise<void> =>
  waitUntil("Reading the files", async () => {
    const path = `${PATH}?project_id=${projectId}&chunking_status=PENDING,PROCESSING&limit=1`;
    return (await customer.get(path, Counted)).pagination.total === 0;
  });

async function review({ manager, auditor }: People, { id, file }: Filed, place: number): Promise<void> {
  const note = REJECTED[file.title];
  const holds = APPROVED_FOR[file.title];
  const fate = FATES[place % FATES.length];
  const decide = (decision: object) => manager.send("POST", `${PATH}/${id}/review`, decision);
  if (note !== undefined) return void (await decide({ decision: "reject", note }));
  if (fate === "waiting" && holds === undefined) return;
  const end = holds === undefined ? {} : { expires_at: inDays(holds) };
  await decide({ decision: "approve", note: "Dated and signed", ...end });
  if (fate === "accepted" && holds === undefined)
    await auditor.send("POST", `${PATH}/${id}/acceptance`, { decision: "accept" });
}

/** Files of all kinds, read and mostly reviewed; one replaces its version of the last quarter. */
export async function fileEvidence(people: People, projectId: string): Promise<void> {
  const [earlier] = await uploadFiles(people, projectId, [BASELINES.earlier]);
  const filed = await uploadFiles(people, projectId, [...DEMO_FILES, ...PLAIN_FILES]);
  await uploadFiles(people, projectId, UNREADABLE_FILES);
  await waitUntilRead(people, projectId);
  for (const [place, one] of filed.entries()) await review(people, one, place);
  const { newer } = BASELINES;
  await people.customer.upload(`${PATH}/${earlier!.id}/versions`, fieldsOf(newer), {
    name: newer.name,
    bytes: await newer.make(dayAgo),
  });
}
