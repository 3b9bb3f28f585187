import type { PolicyTemplate } from "../policy-template.ts";

export const SECURE_DEVELOPMENT: PolicyTemplate = {
  type: "secure_development",
  title: "Secure Development Policy",
  description: "How software is designed, written, tested and released so that it withstands attacks.",
  theme: "engineering",
  owner: "Head of Engineering",
  purpose:
    "This policy ensures that software of {company} is secure by design, that weaknesses are found before attackers find them, and that code, tools and test data are protected.",
  scope: [
    "All software that {company} builds, configures or has built, infrastructure as code included",
    "Source code, libraries, build systems, test environments and test data",
    "Developers, testers and suppliers of development",
  ],
  roles: {
    "Head of Engineering": "Is accountable for the process, tools and training of developers",
    "Security Champion": "One in each team: leads threat models and security reviews",
    Developer: "Writes, tests and reviews code as this policy states",
    "Product Manager": "Plans security requirements and fixes along with features",
  },
  statements: [
    {
      topic: "Requirements and design",
      rules: [
        "Security and privacy requirements must be written down for each new product or large feature before development starts.",
        "A threat model must be created for each service that handles {data}, and be reviewed every 12 months and at each change of its design.",
        "Design must follow written principles: least privilege, defence in depth, secure defaults, and failing closed.",
      ],
    },
    {
      topic: "Writing code",
      rules: [
        "A written coding standard based on the OWASP guidance for the languages in use must be followed, and be reviewed every 12 months.",
        "Input must be validated at trust boundaries, output must be encoded, and queries must be parameterised.",
        "Access must be checked on the server at each request.",
        "Each change must be reviewed by at least one other person before it is merged; the system must enforce it.",
      ],
    },
    {
      topic: "Testing",
      rules: [
        "Static analysis, a scan of libraries and a scan for secrets must run at every merge, and must block it on critical findings.",
        "Dynamic tests must run against each web application at least every month, and before each major release.",
        "A penetration test by people independent of development must be carried out every 12 months and after large changes.",
        "Findings must be fixed within the times of the Vulnerability Management Policy before or after release as their severity states; critical ones always before.",
      ],
    },
    {
      topic: "Libraries and build",
      rules: [
        "Third-party libraries must come from approved sources, with pinned versions and known licences, and be listed in a bill of materials for each release.",
        "Builds must run on managed systems from reviewed code alone; artefacts must be signed or have their checksums verified before release.",
        "Access to source code must follow roles, need multi-factor authentication, and be reviewed every 3 months.",
      ],
    },
    {
      topic: "Environments and test data",
      rules: [
        "Development, test and production must be separate; developers must not have standing write access to production.",
        "Production data must not be used for tests unless it was masked and approved; test data must be deleted after at most 90 days.",
      ],
    },
    {
      topic: "People and suppliers",
      rules: [
        "Developers must complete secure coding training within 60 days after joining and every 12 months.",
        "Outsourced development must meet this policy by contract, and its results must pass the same tests and reviews.",
      ],
    },
  ],
  procedures: [
    {
      name: "From requirement to release",
      steps: [
        "Write down the security requirements, and create or update the threat model.",
        "Develop on a branch with tests for the security requirements.",
        "Pass review by a second person and the automated checks.",
        "Test in an environment like production; resolve findings.",
        "Release by the change procedure, and watch for errors.",
      ],
    },
    {
      name: "Threat model",
      steps: [
        "Draw the parts, data flows and trust boundaries.",
        "Consider spoofing, tampering, repudiation, information disclosure, denial of service and elevation of privilege at each boundary.",
        "Rate each threat, name a measure, and open tickets.",
        "The Security Champion signs; the review date is entered.",
      ],
    },
  ],
  measures: {
    "Merges with review and passing checks": "100%",
    "Services with {data} and a current threat model": "100%",
    "Critical findings in a release": "0",
    "Developers with current training": "at least 95%",
  },
  records: [
    ["Threat models", "Security Champion", "life of the service and 1 year"],
    ["Reviews and results of checks", "Head of Engineering", "3 years"],
    ["Penetration test reports and retests", "Head of Information Security", "3 years"],
    ["Bills of materials", "Head of Engineering", "life of the release and 1 year"],
    ["Training records of developers", "Head of Human Resources", "employment and 3 years"],
  ],
  terms: {
    "Threat model": "A systematic analysis of what could be attacked and how",
    "Bill of materials": "The list of all parts a release is made of",
    "Static analysis": "A tool that looks for weaknesses in code without running it",
  },
  controls: {
    soc2: ["CC8.1", "CC5.2", "CC7.1", "PI1.1", "PI1.2", "PI1.3", "PI1.4"],
    iso27001: [
      "A.8.25",
      "A.8.26",
      "A.8.27",
      "A.8.28",
      "A.8.29",
      "A.8.30",
      "A.8.31",
      "A.8.33",
      "A.8.4",
      "A.5.8",
    ],
  },
};
