import type { PolicyTemplate } from "../policy-template.ts";

export const CRYPTOGRAPHY: PolicyTemplate = {
  type: "cryptography",
  title: "Cryptography Policy",
  description: "What must be encrypted, by which methods, and how keys are managed throughout their life.",
  theme: "data",
  owner: "Head of Information Security",
  purpose:
    "This policy ensures that {company} uses strong and current cryptography wherever information needs it, and that keys are protected from their creation to their destruction.",
  scope: [
    "Encryption of information at rest and in transit, especially {data}",
    "Digital signatures, hashing of passwords, certificates and random numbers",
    "Keys and secrets of {company}, also those that suppliers hold for it",
  ],
  roles: {
    "Key Custodian": "Creates, stores, rotates and destroys keys as this policy states",
    "System Owner": "Ensures that the system uses approved methods and that its keys are in the inventory",
    "Head of Engineering": "Provides approved libraries and checks their use in reviews",
  },
  statements: [
    {
      topic: "What must be encrypted",
      rules: [
        "Information classified confidential or higher must be encrypted at rest in databases, files, backups and on every mobile device.",
        "All traffic over networks that {company} does not fully control must be encrypted; inside production, traffic with {data} must be encrypted, too.",
        "Removable media must be encrypted before any information of {company} is written to them.",
      ],
    },
    {
      topic: "Approved methods",
      rules: [
        "Data at rest must be encrypted by AES with 256 bits in an authenticated mode (GCM) or, for disks, XTS.",
        "Data in transit must be protected by TLS 1.2 or later, with TLS 1.3 preferred; older versions and ciphers without forward secrecy must be switched off.",
        "Signatures and key exchange must use RSA with at least 3072 bits or elliptic curves with at least 256 bits; hashes must be SHA-256 or stronger.",
        "Passwords must be stored only as salted hashes by Argon2id, scrypt or bcrypt with parameters reviewed every 12 months.",
        "Custom cryptographic algorithms are forbidden; MD5, SHA-1, DES and RC4 must not be used for security.",
      ],
    },
    {
      topic: "Keys",
      rules: [
        "Keys must be created by an approved random generator and be kept in a key management service or hardware module; keys in code, tickets or chats are forbidden.",
        "Each key must be in the inventory with purpose, owner, date of creation and date of rotation.",
        "Data keys must be rotated at least every 12 months, signing keys every 12 months, and any key within 24 hours when it may be exposed.",
        "Keys for production and for test must be different, and use of a key must be limited to one purpose.",
        "Destroying a key must need two people and be recorded.",
      ],
    },
    {
      topic: "Certificates and secrets",
      rules: [
        "Certificates must be renewed automatically or at least 30 days before they expire; an alert must be raised 21 days before.",
        "Code must be scanned for secrets at every commit; a secret that is found must be revoked within 24 hours.",
      ],
    },
    {
      topic: "Keeping methods current",
      rules: [
        "The list of approved methods must be reviewed every 12 months, and within 10 working days after a weakness becomes known.",
        "An inventory of methods in use must be kept, so that the change to algorithms that withstand quantum computers can be planned.",
      ],
    },
  ],
  procedures: [
    {
      name: "Rotating a key",
      steps: [
        "The Key Custodian creates the new version in the key management service.",
        "Systems encrypt with the new version and can still read with the old one.",
        "Data is encrypted again where the old version may be exposed.",
        "The old version is disabled after 30 days without use, destroyed later, and the inventory is updated.",
      ],
    },
    {
      name: "Responding to the exposure of a key",
      steps: [
        "Anyone who notices it opens an incident immediately.",
        "The Key Custodian revokes the key and issues a new one within 24 hours.",
        "The Response Team examines logs for use of the exposed key.",
        "The cause is removed and the inventory is updated.",
      ],
    },
  ],
  measures: {
    "Databases with confidential data encrypted at rest": "100%",
    "Public endpoints with TLS 1.2 or later only": "100%",
    "Keys rotated on time": "100%",
    "Certificates that expired in use": "0",
  },
  records: [
    ["Key and certificate inventory", "Key Custodian", "life of the key and 3 years"],
    ["Logs of the key management service", "Head of Information Security", "12 months"],
    ["Scans of TLS settings, each quarter", "Head of Information Security", "3 years"],
    ["Records of key destruction", "Key Custodian", "3 years"],
  ],
  terms: {
    "Authenticated mode": "An encryption mode that also detects changes of the data",
    "Forward secrecy": "A stolen long-term key does not open traffic recorded earlier",
    "Key management service":
      "A protected system that stores keys and uses them for others without revealing them",
  },
  controls: {
    soc2: ["CC6.1", "CC6.7", "C1.1", "CC5.2"],
    iso27001: ["A.8.24", "A.5.14", "A.5.17", "A.5.31"],
  },
};
