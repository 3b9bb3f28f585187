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
  "api/mcp/create-tools.ts",
  "activities/projects/remove-project-parts.ts",
  "workers/open-activities.ts",
  "workers/start-workers.ts",
  "workflows/all-workflows.ts",
  "integrations/test-connection.ts",
];

export const LEAVES: readonly Leaf[] = [
  {
    name: "mcp",
    files: ["api/mcp/**", "test/**/*mcp*", "docs/mcp.md"],
    lines: {
      "api/start-api.ts": ["mcpEnabled: config.MCP_ENABLED,"],
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
  },
  {
    name: "questionnaires",
    notYet: true,
    files: [
      "domain/questionnaires/**",
      "{api,activities,workflows}/questionnaires/**",
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
      "{api,activities,workflows}/reports/**",
      "test/**/*report*",
      "docs/reports.md",
    ],
  },
  {
    name: "webhooks",
    notYet: true,
    files: [
      "domain/webhooks/**",
      "{api,activities,workflows}/webhooks/**",
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
      "{api,activities,workflows}/slack/**",
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
      "{api,activities,workflows}/whatsapp/**",
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
      "{api,activities,workflows}/assistant/**",
      "integrations/llm/**",
      "test/**/*assistant*",
      "docs/assistant.md",
    ],
  },
];
