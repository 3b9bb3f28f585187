import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";
import { inChannels, personal } from "../events/notice.rules.ts";

const findingRef = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.string(),
  status: z.string(),
  integration: z.string(),
  project_id: z.string(),
  control_id: z.string().nullable(),
});
const agentRef = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  project_id: z.string().nullable(),
});
const projectName = z.object({ id: z.string(), name: z.string() });

const finding = {
  id: exampleId(1),
  title: "Bucket is readable by everyone",
  severity: "High",
  status: "open",
  integration: "cloud-scanner",
  project_id: exampleId(2),
  control_id: exampleId(3),
};
const agent = { id: exampleId(1), name: "Cloud scanner", kind: "cloud", project_id: exampleId(2) };

export const findingEvents = {
  "finding.created": event(
    "A finding was raised or imported",
    { finding: findingRef },
    { finding },
    {
      notice: ({ finding: { severity } }) =>
        ["Critical", "High"].includes(severity) ? inChannels("critical", "people") : personal("assignee"),
    },
  ),
  "finding.updated": event(
    "A finding changed; `changed` has the names of the API fields",
    { finding: findingRef, changed: z.array(z.string()) },
    { finding, changed: ["assigned_to"] },
    { notice: ({ changed }) => (changed.includes("assigned_to") ? personal("assignee") : null) },
  ),
  "finding.status_changed": event(
    "The status of a finding changed; `acceptance` counts from 1, and is null unless the finding was accepted",
    {
      finding: findingRef,
      from: z.string(),
      to: z.string(),
      reason: z.string().nullable(),
      acceptance: z.object({ number: z.int(), until: z.string() }).nullable(),
    },
    { finding, from: "open", to: "in-progress", reason: null, acceptance: null },
  ),
  "finding.commented": event(
    "A comment was added to a finding",
    {
      finding: findingRef,
      comment: z.object({ id: z.string(), author_id: z.string(), reply_to: z.string().nullable() }),
    },
    { finding, comment: { id: exampleId(7), author_id: exampleId(4), reply_to: null } },
    { notice: () => personal("discussion") },
  ),
  "risk.level_changed": event(
    "The risk level of a project changed",
    { project: projectName, from: z.string(), to: z.string(), score: z.int() },
    { project: { id: exampleId(2), name: "SOC 2, 2026" }, from: "Low", to: "Medium", score: 50 },
    { subject: "project", notice: ({ to }) => (to === "High" ? inChannels("critical", "people") : null) },
  ),
  "agent.registered": event("A scanner was registered", { agent: agentRef }, { agent }),
  "agent.removed": event("A scanner was removed", { agent: agentRef }, { agent }),
};
