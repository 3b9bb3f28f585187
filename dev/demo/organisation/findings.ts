interface DemoFinding {
  title: string;
  description: string;
  severity: "Critical" | "High" | "Medium" | "Low" | "Info";
  control_id: string;
  /** The auditor raised it, else the manager. */
  byAuditor: boolean;
  /** Days from today. */
  dueIn: number;
  /** What the customer said about it. */
  comment?: string;
}

export const FINDINGS: readonly DemoFinding[] = [
  {
    title: "TLS 1.0 on the legacy host",
    description: "The host that serves the old reports still accepts TLS 1.0.",
    severity: "High",
    control_id: "CC6.7",
    byAuditor: true,
    dueIn: 9,
    comment: "The reports move to the new host on Thursday; then this one is switched off.",
  },
  {
    title: "Access review does not cover the data warehouse",
    description: "Nine systems are in the review of the quarter, the warehouse is not among them.",
    severity: "Medium",
    control_id: "CC6.2",
    byAuditor: true,
    dueIn: 16,
  },
  {
    title: "Two vendors without a current report",
    description: "The assurance reports of two vendors ended more than twelve months ago.",
    severity: "Medium",
    control_id: "CC9.2",
    byAuditor: false,
    dueIn: 30,
    comment: "Asked both for the new report.",
  },
  {
    title: "Alarm test is not signed",
    description: "The test of the intrusion alarm was photographed, but nobody signed it.",
    severity: "Low",
    control_id: "CC7.2",
    byAuditor: false,
    dueIn: 45,
  },
];
