import type { People } from "./people.ts";

type Who = keyof People;

interface DemoFinding {
  title: string;
  description: string;
  severity: "Critical" | "High" | "Medium" | "Low" | "Info";
  control_id: string;
  by: "auditor" | "manager";
  assignedTo: Who;
  /** Days from today. */
  dueIn: number;
  comments: readonly [who: Who, text: string][];
  /** Its status changes, with reasons. */
  steps: readonly [who: Who, status: string, reason?: string][];
}

export const FINDINGS: readonly DemoFinding[] = [
  {
    title: "Leaver kept an account for nine days",
    description: "The account of one leaver was disabled nine days after the last day.",
    severity: "High",
    control_id: "CC6.2",
    by: "auditor",
    assignedTo: "customer",
    dueIn: 4,
    comments: [["customer", "The ticket went to a closed queue. Leaver tickets now go to the Service Desk."]],
    steps: [
      ["customer", "in-progress"],
      ["customer", "resolved", "The queue is gone, and the list of leavers is compared every morning."],
      ["auditor", "closed", "Seen for the leavers of the last two weeks"],
    ],
  },
  {
    title: "TLS 1.0 on the legacy host",
    description: "The host that serves the old reports still accepts TLS 1.0.",
    severity: "Medium",
    control_id: "CC6.7",
    by: "auditor",
    assignedTo: "customer",
    dueIn: 9,
    comments: [
      ["customer", "The reports move to the new host on Thursday; then this one is switched off."],
      ["auditor", "Please attach the scan of the new host."],
    ],
    steps: [["customer", "in-progress"]],
  },
  {
    title: "Access review does not cover the data warehouse",
    description: "Nine systems are in the review of the quarter, the warehouse is not among them.",
    severity: "Medium",
    control_id: "CC6.2",
    by: "auditor",
    assignedTo: "customer",
    dueIn: 16,
    comments: [],
    steps: [],
  },
  {
    title: "Two vendors without a current report",
    description: "The assurance reports of two vendors ended more than twelve months ago.",
    severity: "Low",
    control_id: "CC9.2",
    by: "manager",
    assignedTo: "manager",
    dueIn: 30,
    comments: [["customer", "Asked both for the new report."]],
    steps: [["manager", "in-progress"]],
  },
  {
    title: "Alarm test is not signed",
    description: "The test of the intrusion alarm was photographed, but nobody signed it.",
    severity: "Low",
    control_id: "CC7.2",
    by: "manager",
    assignedTo: "manager",
    dueIn: 45,
    comments: [],
    steps: [],
  },
  {
    title: "Backups are kept in one region",
    description: "A second region would keep them through the loss of the first.",
    severity: "Medium",
    control_id: "A1.2",
    by: "auditor",
    assignedTo: "manager",
    dueIn: 60,
    comments: [["manager", "The second region is in next year's budget."]],
    steps: [["manager", "accepted", "The restore test shows 41 minutes; a second region follows next year"]],
  },
  {
    title: "Port 8080 open on the test network",
    description: "The scanner reached port 8080 of a host in the test network.",
    severity: "Medium",
    control_id: "CC6.6",
    by: "manager",
    assignedTo: "customer",
    dueIn: 12,
    comments: [["customer", "That host is the scanner itself."]],
    steps: [["manager", "false-positive", "The address belongs to the scanner"]],
  },
];
