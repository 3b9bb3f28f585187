/** A feature that no other feature uses, with all its parts. */
export interface Leaf {
  name: string;
  /** Its files, as globs; tests that need them are removed automatically. */
  files: string[];
  /** Lines that name it in files that list features, in addition to imports of its files. */
  lines?: Readonly<Record<string, readonly string[]>>;
}

/** Files with one line or entry per feature, where its lines may be removed; no other file may know it. */
export const LISTS = [
  "domain/features.ts",
  "api/all-routes.ts",
  "api/open-features.ts",
  "api/identity/permissions.routes.ts",
  "api/identity-providers/return-pages.ts",
  "api/mcp/create-tools.ts",
  "activities/projects/project-parts.ts",
  "extraction/parser/do-task.ts",
  "workers/open-activities.ts",
  "workers/feature-workers.ts",
  "workflows/all-workflows.ts",
  "integrations/test-connection.ts",
  "dev/stack/replace-built-in-key.ts",
  "bench/shares.ts",
];

/** Its folder in each layer, the tests named after it, and its page. */
const named = (feature: string, noun: string = feature): string[] => [
  `{domain,api,activities,workflows,workers,runtime,integrations}/${feature}/**`,
  `test/**/*${noun}*`,
  `docs/${feature}.md`,
];

export const LEAVES: readonly Leaf[] = [
  {
    name: "mcp",
    files: named("mcp"),
    lines: {
      "package.json": ['"@modelcontextprotocol/sdk"'],
    },
  },
  {
    name: "n8n",
    files: ["integrations/n8n/node/**", "dev/n8n/**", "dev/*n8n*", "test/**/*n8n*", "docs/n8n.md"],
    lines: {
      "dev/lint/import-table.ts": ["N8N", "inside n8n"],
      "docs/architecture.md": ["`integrations/n8n/node/**`"],
      "knip.json": ["integrations/n8n/", '"n8n-workflow"'],
      "package.json": ['"pretest:n8n"', '"test:n8n"', '"build:n8n"', '"n8n-workflow"'],
    },
  },
  {
    name: "policies",
    files: [...named("policies", "polic"), "api/mcp/tools/generate-policy.ts"],
    lines: { "docs/mcp.md": ["| `generate_policy`"] },
  },
  {
    name: "questionnaires",
    files: [
      ...named("questionnaires", "questionnaire"),
      "bench/eval-questionnaires.ts",
      "extraction/questionnaires/**",
    ],
    lines: { "package.json": ['"preeval:questionnaires"', '"eval:questionnaires"'] },
  },
  {
    name: "reports",
    files: [...named("reports", "report"), "extraction/report-files.ts"],
  },
  {
    name: "webhooks",
    files: [...named("webhooks", "webhook"), "bench/**/*webhook*"],
    lines: {
      "package.json": ['"prebench:webhooks"', '"bench:webhooks"'],
    },
  },
  {
    name: "slack",
    files: named("slack"),
    lines: { "package.json": ['"@slack/bolt"'] },
  },
  {
    name: "whatsapp",
    files: named("whatsapp"),
  },
  {
    name: "assistant",
    files: [...named("assistant"), "bench/eval-assistant.ts"],
    lines: { "package.json": ['"preeval:assistant"', '"eval:assistant"'] },
  },
];
