import type { PolicyTemplate } from "../policy-template.ts";

export const ACCESS_CONTROL: PolicyTemplate = {
  type: "access_control",
  title: "Access Control Policy",
  description: "Who gets access to systems and information, how it is approved, reviewed and removed.",
  theme: "access",
  owner: "Head of Information Security",
  purpose:
    "This policy ensures that only people and services with a need confirmed by {company} can access its systems and information, with no more rights than their task requires, and that access ends when the need ends.",
  scope: [
    "All accounts of employees, contractors, suppliers and services on systems that {company} owns, rents or runs",
    "All information of {company} and its customers, especially {data}",
    "All means of access: interactive sign-in, programming interfaces, remote access, administration consoles and supplier access",
  ],
  roles: {
    "System Owner": "Defines roles and rights of the system, approves requests, takes part in reviews",
    "Line Manager":
      "Requests access for their team, reports changes of role and departures on the same working day",
    "IT Operations": "Creates, changes and removes accounts as approved, and keeps the tickets",
    "Human Resources": "Notifies IT Operations of joiners, movers and leavers before the effective date",
  },
  statements: [
    {
      topic: "Approval and least privilege",
      rules: [
        "Every right must be requested in a ticket that names the person, the role and the reason, and be approved by the System Owner before it is granted.",
        "No one may approve a request for themselves.",
        "Rights must be granted through roles; rights given to a single person must expire after at most 90 days.",
        "New accounts must start without rights until a role is assigned: what is not allowed is denied.",
      ],
    },
    {
      topic: "Identities and sign-in",
      rules: [
        "Each person must have an individual account; shared accounts are forbidden unless listed as an exception with a named person responsible.",
        "Multi-factor authentication must be active on all remote access, administration and systems that hold {data}.",
        "Sign-in must go through the central identity provider wherever the system supports single sign-on.",
        "Accounts must be locked for at least 15 minutes after 10 consecutive failed attempts.",
      ],
    },
    {
      topic: "Privileged access",
      rules: [
        "Administrative rights must be held in a second account or be raised for at most 8 hours for a stated reason.",
        "The list of privileged accounts must be reviewed every 30 days by the Head of Information Security.",
        "Every privileged session on production must be logged, and the user must not be able to change the logs.",
      ],
    },
    {
      topic: "Changes and removal",
      rules: [
        "Access of leavers must be disabled within 24 hours of the last working day, and immediately if they are dismissed.",
        "When a person changes role, rights that the new role does not need must be removed within 5 working days.",
        "Accounts without a sign-in for 60 days must be disabled, and be deleted after 90 more days.",
      ],
    },
    {
      topic: "Reviews and separation of duties",
      rules: [
        "System Owners must review all rights on systems with {data} every 3 months and on other systems every 12 months; rights that are not confirmed must be removed within 10 working days.",
        "No one may both develop a change and release it to production without a second person, and no one may both request and approve a payment.",
        "Conflicts of duties must be listed per system and be checked at each review.",
      ],
    },
    {
      topic: "Service and supplier accounts",
      rules: [
        "Each service account must have an owner, a purpose and only non-interactive sign-in; its secret must be changed every 12 months and when someone who knew it leaves.",
        "Supplier access must be enabled only for the duration of the task and be assigned to a named person at the supplier.",
      ],
    },
  ],
  procedures: [
    {
      name: "Granting access",
      steps: [
        "The Line Manager opens an access request that names person, role, system and reason.",
        "The System Owner approves or refuses it in the ticket, giving the reason for a refusal.",
        "IT Operations assigns the role and notes in the ticket what was done.",
        "The person confirms that the access works; the ticket is closed.",
      ],
    },
    {
      name: "Reviewing access",
      steps: [
        "IT Operations exports all accounts with their roles, last sign-in and owner from the system itself.",
        "The System Owner marks each line as keep, change or remove.",
        "IT Operations carries out the changes within 10 working days and attaches a second export as proof.",
        "The Head of Information Security signs off the review.",
      ],
    },
    {
      name: "Ending access of a leaver",
      steps: [
        "Human Resources opens the leaver checklist with the last working day.",
        "IT Operations disables the account in the identity provider, ends open sessions and revokes keys and tokens.",
        "The Line Manager collects devices and badges and signs the checklist.",
      ],
    },
  ],
  measures: {
    "Leavers disabled within 24 hours": "100%",
    "Access reviews completed on time": "100% each quarter",
    "Users with multi-factor authentication": "100%",
    "Rights removed in a review within 10 working days": "at least 95%",
  },
  records: [
    ["Access request tickets with approval", "IT Operations", "3 years"],
    ["Access review exports with decisions", "System Owner", "3 years"],
    ["Joiner, mover and leaver checklists", "Human Resources", "3 years"],
    ["List of privileged accounts, each month", "Head of Information Security", "3 years"],
    ["Role and permission matrix", "System Owner", "while the system is in use"],
  ],
  terms: {
    "Least privilege": "No more rights than the task requires, for no longer than it takes",
    "Privileged account":
      "An account that can change security settings, other accounts or other people's data",
    "System Owner": "The person responsible for a system and the information in it",
  },
  controls: {
    soc2: ["CC6.1", "CC6.2", "CC6.3", "CC5.1", "CC5.2", "C1.1"],
    iso27001: ["A.5.3", "A.5.15", "A.5.16", "A.5.18", "A.8.2", "A.8.3", "A.8.4", "A.8.5", "A.8.18"],
  },
};
