import { z } from "zod";
import { DEMO_FILES } from "../demo-files.ts";
import type { DemoFile } from "../demo-file.ts";
import { atWork, dayAgo, inDays } from "./days.ts";
import type { OrganisationClient } from "./organisation-client.ts";
import type { People } from "./people.ts";
import { PLAIN_FILES } from "./plain-files.ts";
import { BASELINES, REPORTED_FILE, UNREADABLE_FILES } from "./special-files.ts";
import type { Deed } from "./timeline.ts";
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
  "Key rotation record": 0.003,
  "Vulnerability scan": 12,
  "Training record": 25,
};

/** Days: the longest from an upload to its review, and from there to the auditor's acceptance. */
const [REVIEW_DAYS, ACCEPTED_AFTER] = [4, 1.1] as const;

/** Days ago: nothing could be uploaded before there was a project. */
const FIRST_UPLOAD = 86;

/** On the day of its collection, at some time of the working day. */
const uploadedAgo = ({ daysAgo }: DemoFile, place = 0): number =>
  atWork(Math.min(daysAgo, FIRST_UPLOAD), place);

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

async function upload(customer: OrganisationClient, projectId: string, file: DemoFile): Promise<string> {
  const fields = { ...fieldsOf(file), project_id: projectId, control_id: file.control };
  return customer.upload(PATH, fields, { name: file.name, bytes: await file.make(dayAgo) });
}

/** Uploads files one after the other, as the customer. */
export async function uploadFiles(
  { customer }: People,
  projectId: string,
  files: readonly DemoFile[],
): Promise<Filed[]> {
  const filed: Filed[] = [];
  for (const file of files) filed.push({ id: await upload(customer, projectId, file), file });
  return filed;
}

/** Waits until every file of the project was read or failed. */
export const waitUntilRead = ({ customer }: People, projectId: string): Promise<void> =>
  waitUntil("Reading the files", async () => {
    const path = `${PATH}?project_id=${projectId}&chunking_status=PENDING,PROCESSING&limit=1`;
    return (await customer.get(path, Counted)).pagination.total === 0;
  });

/** The decision about a file; null if it waits. */
function decisionOn(file: DemoFile, place: number) {
  const note = REJECTED[file.title];
  const holds = APPROVED_FOR[file.title];
  const fate = FATES[place % FATES.length];
  if (note !== undefined) return { review: { decision: "reject", note }, isAccepted: false };
  if (fate === "waiting" && holds === undefined) return null;
  const end = holds === undefined ? {} : { expires_at: inDays(holds) };
  const review = { decision: "approve", note: "Dated and signed", ...end };
  return { review, isAccepted: fate === "accepted" && holds === undefined };
}

/** A file on its days: collected, uploaded, reviewed, and seen by the auditor. */
function deedsOf(projectId: string, file: DemoFile, place: number): Deed[] {
  let id = "";
  const uploaded: Deed = {
    daysAgo: uploadedAgo(file, place),
    act: async ({ customer }) => (id = await upload(customer, projectId, file)),
  };
  const decision = decisionOn(file, place);
  if (decision === null) return [uploaded];
  const after = (days: number) => Math.max(0, uploaded.daysAgo - days);
  const reviewed = after(1 + (place % REVIEW_DAYS) - (place % 5) / 40);
  const { review, isAccepted } = decision;
  return [
    uploaded,
    {
      daysAgo: reviewed,
      act: ({ manager }) => manager.send("POST", `${PATH}/${id}/review`, review),
    },
    ...(isAccepted
      ? [
          {
            daysAgo: Math.max(0, reviewed - ACCEPTED_AFTER),
            act: ({ auditor }: People) =>
              auditor.send("POST", `${PATH}/${id}/acceptance`, { decision: "accept" }),
          },
        ]
      : []),
  ];
}

/** Files of all kinds, mostly reviewed; one replaces its version of the last quarter. */
export function evidenceDeeds(projectId: string): Deed[] {
  const { earlier, newer } = BASELINES;
  let earlierId = "";
  return [
    ...[...DEMO_FILES, ...PLAIN_FILES].flatMap((file, place) => deedsOf(projectId, file, place)),
    ...[...UNREADABLE_FILES, REPORTED_FILE].map((file) => ({
      daysAgo: uploadedAgo(file),
      act: ({ customer }: People) => upload(customer, projectId, file),
    })),
    {
      daysAgo: uploadedAgo(earlier),
      act: async ({ customer }) => (earlierId = await upload(customer, projectId, earlier)),
    },
    {
      daysAgo: uploadedAgo(newer),
      act: async ({ customer }) => {
        const file = { name: newer.name, bytes: await newer.make(dayAgo) };
        return customer.upload(`${PATH}/${earlierId}/versions`, fieldsOf(newer), file);
      },
    },
  ];
}
