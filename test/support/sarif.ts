/** SARIF logs for tests. */
export const RULES = [
  {
    id: "js/sql-injection",
    shortDescription: { text: "SQL built from input" },
    defaultConfiguration: { level: "error" },
    properties: { tags: ["security"], "security-severity": "9.8" },
  },
  { id: "js/weak-hash", name: "WeakHash", defaultConfiguration: { level: "note" } },
];

export const at = (uri: string, startLine = 1) => ({
  physicalLocation: { artifactLocation: { uri }, region: { startLine } },
});

export const result = (more: object = {}): Record<string, unknown> => ({
  ruleId: "js/weak-hash",
  message: { text: "MD5 is used" },
  locations: [at("src/a.ts")],
  ...more,
});

export const logOf = (results: readonly unknown[], driver: object = {}): Record<string, unknown> => ({
  version: "2.1.0",
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  runs: [{ tool: { driver: { name: "CodeQL", version: "2.0", rules: RULES, ...driver } }, results }],
});
