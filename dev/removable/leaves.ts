/** A feature that no other feature uses, with all its parts. */
export interface Leaf {
  name: string;
  /** Its files, as globs; tests that need them are removed automatically. */
  files: string[];
  /** It cannot be removed yet: the obstacles are shown, but are not a failure. */
  notYet?: true;
  /** Lines that name it in files that list features, in addition to imports of its files. */
  lines?: Readonly<Record<string, readonly string[]>>;
}

/** Files with one line or entry per feature, where its lines may be removed; no other file may know it. */
export const LISTS = [
  "domain/features.ts",
  "api/all-routes.ts",
  "api/start-api.ts",
  "api/identity/permissions.routes.ts",
  "api/assistant/mcp/create-tools.ts",
  "activities/remove-project-parts.ts",
  "workers/open-activities.ts",
  "workers/start-workers.ts",
  "workflows/all-workflows.ts",
  "integrations/test-connection.ts",
];

export const LEAVES: readonly Leaf[] = [
  {
    name: "mcp",
    files: ["api/assistant/mcp/**", "test/**/*mcp*", "docs/mcp.md"],
    lines: {
      "api/start-api.ts": ["mcpEnabled: config.MCP_ENABLED,"],
      "package.json": ['"@modelcontextprotocol/sdk"'],
    },
  },
  {
    name: "n8n",
    files: ["integrations/n8n/node/**", "dev/n8n/**", "dev/*n8n*", "test/**/*n8n*", "docs/n8n.md"],
    lines: {
      "knip.json": ["integrations/n8n/", '"n8n-workflow"'],
      "package.json": ['"pretest:n8n"', '"test:n8n"', '"build:n8n"', '"n8n-workflow"'],
    },
  },
  {
    name: "policies",
    files: [
      "domain/policies/**",
      "api/assistant/polic*",
      "api/assistant/mcp/tools/generate-policy.ts",
      "test/**/*polic*",
      "docs/policies.md",
    ],
  },
  {
    name: "questionnaires",
    notYet: true,
    files: [
      "domain/questionnaires/**",
      "api/assistant/*questionnaire*",
      "activities/*questionnaire*",
      "workflows/answer-questionnaire.ts",
      "workers/search-as-user.ts",
      "extraction/questionnaire/**",
      "test/**/*questionnaire*",
      "docs/questionnaires.md",
    ],
  },
  {
    name: "reports",
    notYet: true,
    files: [
      "domain/reports/**",
      "api/backend/reports.*",
      "activities/reports/**",
      "activities/report.activities.ts",
      "activities/remove-reports.ts",
      "workflows/build-report.ts",
      "test/**/*report*",
      "docs/reports.md",
    ],
  },
  {
    name: "webhooks",
    notYet: true,
    files: [
      "domain/webhooks/**",
      "api/backend/{webhooks,deliveries}.*",
      "activities/webhook*",
      "activities/webhooks/**",
      "workflows/*webhook*",
      "workflows/webhooks/**",
      "workers/*webhook*",
      "integrations/webhooks/**",
      "test/**/*webhook*",
      "docs/webhooks.md",
    ],
  },
  {
    name: "slack",
    notYet: true,
    files: [
      "domain/integrations/*slack*",
      "integrations/slack/**",
      "api/backend/*slack*",
      "activities/slack*",
      "activities/slack/**",
      "workflows/*slack*",
      "workers/*slack*",
      "test/**/*slack*",
      "docs/slack.md",
    ],
  },
  {
    name: "whatsapp",
    notYet: true,
    files: [
      "domain/inbound/**",
      "integrations/whatsapp/**",
      "api/backend/whatsapp*",
      "activities/whatsapp/**",
      "workflows/*whatsapp*",
      "workers/*whatsapp*",
      "test/**/*whatsapp*",
      "docs/whatsapp.md",
    ],
  },
  {
    name: "assistant",
    notYet: true,
    files: [
      "domain/assistant/**",
      "api/assistant/{chat,conversations,jobs,suggestions,answer,take}*",
      "api/assistant/tools/**",
      "activities/assistant-job*",
      "workflows/run-assistant-job.ts",
      "integrations/llm/**",
      "test/**/*assistant*",
      "docs/assistant.md",
    ],
  },
];
