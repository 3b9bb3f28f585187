import type { PolicyTemplate } from "../policy-template.ts";

export const BACKUP_RECOVERY: PolicyTemplate = {
  type: "backup_recovery",
  title: "Backup and Recovery Policy",
  description: "What is backed up, how often, where backups are stored, and how restores are tested.",
  theme: "continuity",
  owner: "Head of IT Operations",
  purpose:
    "This policy ensures that {company} can restore information and systems after loss, error, attack or disaster within the agreed times, and that tests prove it.",
  scope: [
    "All production data, especially {data}",
    "Configuration, code, keys and documentation needed to rebuild {systems}",
    "Data in services of suppliers, as far as the supplier does not back it up as promised by contract",
  ],
  roles: {
    "System Owner": "States how much data may be lost and how long the system may be unavailable",
    "Backup Administrator": "Sets up, monitors and tests backups",
    "Head of Information Security":
      "Checks that copies are protected against attackers and unauthorised reading",
  },
  statements: [
    {
      topic: "Targets",
      rules: [
        "For each system the recovery point and recovery time must be stated in the asset register and be approved by the System Owner.",
        "Unless stated otherwise, at most 24 hours of data may be lost and the system must be restored within 24 hours; for {systems} at most 1 hour and 4 hours.",
        "Targets must be reviewed every 12 months and after each significant change.",
      ],
    },
    {
      topic: "Making copies",
      rules: [
        "Databases must be copied in full at least every day, and their logs at least every 15 minutes where the recovery point requires it.",
        "At least 3 copies must exist, on 2 kinds of storage, with 1 in another place or account than production.",
        "At least one copy must be immutable or offline for 30 days, so that no one with production rights can delete it.",
        "Daily copies must be kept 35 days, monthly copies 12 months, unless the retention schedule states another time.",
      ],
    },
    {
      topic: "Protecting copies",
      rules: [
        "Copies must be encrypted with keys that are not kept with the copies.",
        "Deleting copies and changing backup settings must need a second person and must raise an alert within 15 minutes.",
        "Access to copies must be limited to Backup Administrators and be reviewed every 3 months.",
      ],
    },
    {
      topic: "Watching",
      rules: [
        "Each failed backup must raise an alert and be repeated or resolved within 24 hours.",
        "The Backup Administrator must review the list of systems against the backup jobs every month, so that nothing is missing.",
      ],
    },
    {
      topic: "Proving recovery",
      rules: [
        "A restore of a chosen database or file set must be tested every month, with checks that the data is complete and readable.",
        "A full rebuild of {systems} from copies must be rehearsed every 12 months, and the time it took must be compared with the targets.",
        "A test that misses its target must lead to a ticket with an owner and be repeated within 30 days.",
      ],
    },
  ],
  procedures: [
    {
      name: "Monthly restore test",
      steps: [
        "Choose systems in rotation, so that each is tested at least every 12 months.",
        "Restore the newest copy into an environment separate from production.",
        "Check counts, checksums and one sample with the System Owner.",
        "Record start, end, age of the data, result and deviations; delete the restored data.",
      ],
    },
    {
      name: "Restoring after loss",
      steps: [
        "Open an incident and agree with the System Owner on the point in time to restore.",
        "Check that the copy is clean of malware and that its keys are available.",
        "Restore, check completeness, and let the System Owner agree before users return.",
        "Record what was lost and for how long, and start the review.",
      ],
    },
  ],
  measures: {
    "Backup jobs that succeed": "at least 99% a month",
    "Monthly restore tests done": "12 a year",
    "Restore tests within the targets": "100%",
    "Systems in production without a backup job": "0",
  },
  records: [
    ["Backup job reports", "Backup Administrator", "12 months"],
    ["Restore test records", "Backup Administrator", "3 years"],
    ["Report of the yearly rebuild", "Head of IT Operations", "3 years"],
    ["Backup settings and retention schedule", "Head of IT Operations", "while in use"],
  ],
  terms: {
    "Recovery point": "How much data, counted in time, may be lost",
    "Recovery time": "How long a system may be unavailable",
    Immutable: "Cannot be changed or deleted by anyone before a set time",
  },
  controls: {
    soc2: ["A1.2", "A1.3", "CC7.5", "CC9.1", "PI1.5"],
    iso27001: ["A.8.13", "A.8.14", "A.5.29", "A.5.30", "A.5.33"],
  },
};
