import type { PolicyTemplate } from "../policy-template.ts";

export const CHANGE_MANAGEMENT: PolicyTemplate = {
  type: "change_management",
  title: "Change Management Policy",
  description: "How changes to systems are requested, tested, approved, released and rolled back.",
  theme: "engineering",
  owner: "Head of Engineering",
  purpose:
    "This policy ensures that changes to systems of {company} are requested, tested, approved by someone other than their author, traceable, and can be rolled back if they do harm.",
  scope: [
    "Changes to application code, infrastructure, configuration, databases, networks and security settings in production",
    "Changes that suppliers make to systems of {company}",
    "Emergency changes, with the exemptions stated in this policy",
  ],
  roles: {
    "Change Author": "Describes the change, its risk and the rollback, and tests it",
    "Change Reviewer": "Checks the change as a second person and approves or refuses it",
    "Change Manager": "Keeps the calendar, decides on changes of high risk, and reviews emergency changes",
    "System Owner": "Agrees to changes that users notice",
  },
  statements: [
    {
      topic: "Request and classification",
      rules: [
        "Each change must have a ticket or a pull request that states content, reason, risk, tests and rollback before it reaches production.",
        "Each change must be classed as standard (known and low risk), normal, or emergency.",
        "The list of standard changes must be approved by the Change Manager and be reviewed every 12 months.",
      ],
    },
    {
      topic: "Test and review",
      rules: [
        "Each change must pass the automated tests in an environment separate from production before it is approved.",
        "At least one person other than the author must review and approve each change; the system must enforce it for code.",
        "Changes to authentication, authorisation, cryptography or the handling of {data} must also be reviewed by someone trained in application security.",
      ],
    },
    {
      topic: "Release",
      rules: [
        "Changes must be released by the automated pipeline; direct changes in production are forbidden outside the emergency procedure.",
        "Changes of high risk must be released in the agreed window, and affected users must be informed at least 3 working days in advance.",
        "After each release the health of the service must be monitored for at least 30 minutes by automated checks or a person.",
        "Each release must record version, approver, time and result.",
      ],
    },
    {
      topic: "Emergency changes",
      rules: [
        "An emergency change may be made only to end or prevent an incident, with the agreement of the person on call.",
        "Its documentation, review and approval must follow within 2 working days.",
        "If more than 5% of the changes in a month are emergency changes, the Change Manager must find the cause and report it.",
      ],
    },
    {
      topic: "Separation and configuration",
      rules: [
        "Development, test and production must be separate environments with separate credentials.",
        "Baselines for configuration must be kept under version control, and a tool must check for drift at least daily.",
        "Branches that are released must be protected: no direct writes, no rewriting of history, and passing checks before merging.",
      ],
    },
  ],
  procedures: [
    {
      name: "Normal change",
      steps: [
        "The author opens the ticket and describes the change, its risk and the rollback.",
        "The author implements and tests it; the pipeline runs all checks.",
        "The reviewer reads the change and the test results, and approves or returns it.",
        "The pipeline releases it; the author monitors the service and closes the ticket.",
      ],
    },
    {
      name: "Emergency change",
      steps: [
        "The person on call declares the emergency in the incident record and names the change.",
        "A second person observes the change if one can be reached within 15 minutes.",
        "Within 2 working days the ticket, the review and the tests are completed.",
        "The Change Manager approves the change or has it rolled back.",
      ],
    },
  ],
  measures: {
    "Changes approved by a second person": "100%",
    "Emergency changes": "at most 5% a month",
    "Changes that had to be rolled back": "at most 5% a quarter",
    "Emergency changes reviewed within 2 working days": "100%",
  },
  records: [
    ["Change tickets and pull requests with reviews", "Head of Engineering", "3 years"],
    ["Test and pipeline results", "Head of Engineering", "12 months"],
    ["Release log", "Head of Engineering", "3 years"],
    ["Reviews of emergency changes", "Change Manager", "3 years"],
  ],
  terms: {
    "Standard change": "A frequent change of low risk, by a procedure that was approved once",
    Baseline: "The approved state of a configuration, against which the running one is compared",
    Pipeline: "The automated process by which a change is built, tested and released",
  },
  controls: {
    soc2: ["CC8.1", "CC3.4", "CC5.2", "CC7.1", "PI1.3"],
    iso27001: ["A.8.32", "A.8.9", "A.8.19", "A.8.31", "A.8.29", "A.5.3"],
  },
};
