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
  "activities/projects/remove-project-parts.ts",
  "extraction/parser/do-task.ts",
  "workers/open-activities.ts",
  "workers/feature-workers.ts",
  "workflows/all-workflows.ts",
  "integrations/test-connection.ts",
  "dev/stack/replace-built-in-key.ts",
  "bench/shares.ts",
];

export const LEAVES: readonly Leaf[] = [
  {
    name: "mcp",
    files: ["api/mcp/**", "test/**/*mcp*", "docs/mcp.md"],
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
    files: [
      "domain/policies/**",
      "api/policies/**",
      "api/mcp/tools/generate-policy.ts",
      "test/**/*polic*",
      "docs/policies.md",
    ],
    lines: { "docs/mcp.md": ["| `generate_policy`"] },
  },
  {
    name: "questionnaires",
    files: [
      "domain/questionnaires/**",
      "{api,activities,workflows}/questionnaires/**",
      "workers/*questionnaire*",
      "workers/search-as-user.ts",
      "bench/eval-questionnaires.ts",
      "extraction/questionnaire/**",
      "test/**/*questionnaire*",
      "docs/questionnaires.md",
    ],
    lines: { "package.json": ['"preeval:questionnaires"', '"eval:questionnaires"'] },
  },
  {
    name: "reports",
    files: [
      "domain/reports/**",
      "{api,activities,workflows}/reports/**",
      "workers/*report*",
      "extraction/report-files.ts",
      "test/**/*report*",
      "docs/reports.md",
    ],
    lines: { "domain/notifications/notice.rules.ts": ['"report.completed":', '"report.failed":'] },
  },
  {
    name: "webhooks",
    files: [
      "domain/webhooks/**",
      "{api,activities,workflows}/webhooks/**",
      "workers/*webhook*",
      "integrations/webhooks/**",
      "bench/**/*webhook*",
      "test/**/*webhook*",
      "docs/webhooks.md",
    ],
    lines: {
      "domain/notifications/notice.rules.ts": ['"webhook.disabled":'],
      "package.json": ['"prebench:webhooks"', '"bench:webhooks"'],
    },
  },
  {
    name: "slack",
    files: [
      "domain/slack/**",
      "integrations/slack/**",
      "{api,activities,workflows}/slack/**",
      "{runtime,workers}/*slack*",
      "test/**/*slack*",
      "docs/slack.md",
    ],
    lines: { "package.json": ['"@slack/bolt"'] },
  },
  {
    name: "whatsapp",
    files: [
      "domain/whatsapp/**",
      "integrations/whatsapp/**",
      "{api,activities,workflows}/whatsapp/**",
      "workers/*whatsapp*",
      "test/**/*whatsapp*",
      "docs/whatsapp.md",
    ],
  },
  {
    name: "assistant",
    files: [
      "domain/assistant/**",
      "{api,activities,workflows}/assistant/**",
      "workers/*assistant*",
      "bench/eval-assistant.ts",
      "test/**/*assistant*",
      "docs/assistant.md",
    ],
    lines: { "package.json": ['"preeval:assistant"', '"eval:assistant"'] },
  },
];
