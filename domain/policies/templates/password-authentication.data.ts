import type { PolicyTemplate } from "../policy-template.ts";

export const PASSWORD_AUTHENTICATION: PolicyTemplate = {
  type: "password_authentication",
  title: "Password and Authentication Policy",
  description: "How people and services authenticate: passwords, further factors, secrets and sessions.",
  theme: "access",
  owner: "Head of Information Security",
  purpose:
    "This policy ensures that no one can impersonate someone else at {company}, through strong sign-in, safe handling of secrets, and a quick response when a secret is exposed.",
  scope: [
    "All accounts of people and services on systems of {company}",
    "Passwords, passkeys, hardware keys, one-time codes, tokens, certificates and API keys",
    "Sign-in of customers to services of {company}",
  ],
  roles: {
    User: "Keeps secrets to themselves, uses the password manager, and reports exposure",
    "IT Operations": "Runs the identity provider and resets factors after checking identity",
    "Head of Engineering": "Builds sign-in of products as this policy states",
  },
  statements: [
    {
      topic: "Passwords",
      rules: [
        "Passwords must have at least 14 characters for people and 24 for service accounts; systems must accept at least 64.",
        "New passwords must be checked against lists of exposed and common ones and be refused when they are on them.",
        "Passwords must be changed within 24 hours when exposure is suspected; routine changes without a reason must not be required.",
        "Each account must have its own password, made and kept in the password manager that {company} provides.",
      ],
    },
    {
      topic: "Further factors",
      rules: [
        "Multi-factor authentication must be active for all accounts of people; passkeys or hardware keys must be used for administrators.",
        "Codes by text message must not be used where another factor is possible.",
        "A lost factor must be reported within 1 hour and be replaced only after identity was checked in person or by video with the Line Manager.",
      ],
    },
    {
      topic: "Guessing and sessions",
      rules: [
        "Sign-in must slow down or lock for at least 15 minutes after 10 failed attempts.",
        "Sessions must end after 12 hours at the latest, and after 15 minutes without activity in administration consoles.",
        "Changing a password or factor must end all other sessions of the account and inform its owner.",
      ],
    },
    {
      topic: "Storing and sending secrets",
      rules: [
        "Systems must store passwords only as salted hashes by Argon2id, scrypt or bcrypt, never in readable form.",
        "Initial secrets must be random, sent over another channel than the user name, work once, and expire within 24 hours.",
        "Secrets must not be written into code, tickets, chats or documents; code must be scanned for them at every commit.",
      ],
    },
    {
      topic: "Services and interfaces",
      rules: [
        "Services must sign in with short-lived tokens or certificates where possible; keys without an expiry must not be issued.",
        "API keys must have an owner, a purpose, the fewest rights, and an expiry after at most 12 months.",
        "Default accounts and passwords must be removed or changed before a system goes live.",
      ],
    },
  ],
  procedures: [
    {
      name: "Resetting a factor",
      steps: [
        "The user contacts IT Operations by a known channel.",
        "IT Operations checks identity by video or in person and asks the Line Manager to confirm.",
        "The old factor is removed, sessions are ended, and a new factor is enrolled.",
        "The ticket records who checked the identity and how; the user is informed by e-mail.",
      ],
    },
    {
      name: "Responding to an exposed secret",
      steps: [
        "Anyone who notices it reports it to the security channel immediately.",
        "The owner or IT Operations revokes it within 4 hours for people and 24 hours for services.",
        "Use since the exposure is examined in the logs.",
        "An incident is opened when use by strangers cannot be ruled out.",
      ],
    },
  ],
  measures: {
    "Accounts of people with multi-factor authentication": "100%",
    "Administrators with passkeys or hardware keys": "100%",
    "Exposed secrets revoked on time": "100%",
    "API keys without an expiry": "0",
  },
  records: [
    ["Settings of the identity provider, each quarter", "IT Operations", "3 years"],
    ["Tickets of factor resets", "IT Operations", "3 years"],
    ["Inventory of service accounts and keys", "Head of Engineering", "life of the key and 1 year"],
    ["Results of secret scans", "Head of Engineering", "12 months"],
  ],
  terms: {
    Factor: "A kind of proof: something known, something held, or something one is",
    Passkey: "A key on a device that replaces the password and cannot be phished",
    Token: "An expiring proof of sign-in that programs present to each other",
  },
  controls: {
    soc2: ["CC6.1", "CC6.2", "CC6.6"],
    iso27001: ["A.5.16", "A.5.17", "A.8.5", "A.8.2"],
  },
};
