import { describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";

const compose = readFileSync("docker-compose.yml", "utf8");
const example = readFileSync(".env.example", "utf8");
/** The variables in platform/config.ts. */
const KNOWN = [...readFileSync("platform/config.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
  ([, name]) => name!,
);
/** Settings of the host for `npm start` that .env must not change in a container. */
const OF_THE_MACHINE = [
  "NODE_ENV",
  "HOST",
  "PORT",
  "RETRIEVAL_PORT",
  "BACKEND_URL",
  "RETRIEVAL_URL",
  "METRICS_PORT",
  "RETRIEVAL_METRICS_PORT",
  "WORKER_METRICS_PORT",
  "TEMPORAL_METRICS_PORT",
  "DATA_DIR",
  "MODEL_DIR",
  "DATABASE_URL",
  "ELASTICSEARCH_URL",
  "ELASTICSEARCH_API_KEY",
  "TEMPORAL_ADDRESS",
  "CLAMAV_HOST",
  "CLAMAV_PORT",
];
/** Passed from .env by name, because they have their own default or are required. */
const BY_NAME = ["PUBLIC_URL", "TEMPORAL_UI_URL", "TRUSTED_PROXIES", "ENCRYPTION_KEY"];

/**
 * A minimal parser for the file's format with two spaces per level: the lines below the last key of the path.
 */
function blockOf(...path: string[]): string[] {
  let lines = compose.split("\n");
  for (const [depth, key] of path.entries()) {
    const indent = " ".repeat(2 * depth);
    const from = lines.findIndex((line) => line.startsWith(`${indent}${key}:`));
    if (from < 0) throw new Error(`docker-compose.yml has no ${path.join(".")}`);
    const rest = lines.slice(from + 1);
    const to = rest.findIndex((line) => line.trim() !== "" && !line.startsWith(`${indent}  `));
    lines = to < 0 ? rest : rest.slice(0, to);
  }
  return lines;
}

const services = (): string[] =>
  blockOf("services").flatMap((line) => /^ {2}([a-z-]+):$/.exec(line)?.[1] ?? []);

const environment = Object.fromEntries(
  blockOf("x-product", "environment").flatMap((line) => {
    const [, name, value] = /^ {4}([A-Z0-9_]+): (.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value!]];
  }),
);

describe("docker compose", () => {
  it("passes every variable of .env to the product, and works without the file", () => {
    expect(blockOf("x-product", "env_file").map((line) => line.trim())).toEqual([
      "- path: .env",
      "required: false",
    ]);
  });

  it("deliberately omits settings that are valid only on the host", () => {
    expect(Object.keys(environment).toSorted()).toEqual([...OF_THE_MACHINE, ...BY_NAME].toSorted());
    for (const name of OF_THE_MACHINE) expect(environment[name]).not.toContain(`\${${name}`);
    for (const name of BY_NAME) expect(environment[name]).toMatch(`\${${name}:`);
    expect(Object.keys(environment).filter((name) => !KNOWN.includes(name))).toEqual([]);
  });

  it("runs every process of the product with the same variables", () => {
    for (const service of ["migrate", "api", "worker", "retrieval"]) {
      const lines = blockOf("services", service);
      expect(lines).toContain("    <<: *product");
      expect(lines.filter((line) => /^ {4}(environment|env_file):/.test(line))).toEqual([]);
    }
  });

  it("omits from its other processes what they do not need", () => {
    const product = blockOf("x-product").map((line) => line.trim());
    expect(product).toEqual(
      expect.arrayContaining([
        "cap_drop: [ALL]",
        'security_opt: ["no-new-privileges:true"]',
        "read_only: true",
        expect.stringMatching(/^tmpfs: \["\/tmp:/),
        expect.stringMatching(/^mem_limit: /),
        expect.stringMatching(/^pids_limit: /),
      ]),
    );
    const runs = readFileSync("Dockerfile", "utf8")
      .split(/^FROM /m)
      .at(-1)!;
    expect(runs).toMatch(/^USER node$/m);
    for (const service of services())
      expect(blockOf("services", service).join("\n")).not.toMatch(
        /privileged: true|cap_add|user: root|network_mode/,
      );
  });

  it("gives no service new privileges or all memory", () => {
    expect(services()).toEqual(expect.arrayContaining(["api", "worker", "postgres", "clamav", "temporal"]));
    for (const service of services()) {
      const lines = blockOf("services", service).join("\n");
      if (lines.includes("<<: *product")) continue;
      expect(lines).toMatch(/^ {4}security_opt: \["no-new-privileges:true"\]$/m);
      expect(lines).toMatch(/^ {4}mem_limit: \S+$/m);
    }
  });

  it("scans uploads, with database users that are no superusers", () => {
    expect(environment["CLAMAV_HOST"]).toBe("clamav");
    expect(blockOf("services", "postgres").join("\n")).toContain(
      "./dev/compose/database-users.sql:/docker-entrypoint-initdb.d/",
    );
    expect(compose).not.toMatch(/POSTGRES_USER: (postgres|compliance)$/m);
    expect(environment["DATABASE_URL"]).toMatch(/^postgres:\/\/compliance:/);
  });

  it("publishes on the ports in .env", () => {
    const published = [...compose.matchAll(/- 127\.0\.0\.1:\$\{(\w+):-(\d+)\}:\d+/g)].map(
      ([, name]) => name!,
    );
    expect(published.toSorted()).toEqual(["PORT", "RETRIEVAL_PORT", "TEMPORAL_UI_PORT"]);
    expect(compose).not.toMatch(/- 127\.0\.0\.1:\d/);
  });
});

it("Temporal has the settings that npm start gives it", () => {
  const local = /const TUNING = \[.*?\];/s.exec(readFileSync("dev/stack/temporal.ts", "utf8"))![0];
  const settings = [...local.matchAll(/"--dynamic-config-value",\n\s+["']([\w.]+)=/g)].map(
    ([, name]) => name!,
  );
  // An environment variable of the image switches this one off.
  const expected = settings.filter((name) => name !== "frontend.enableServerVersionCheck");
  const given = blockOf("configs", "temporal-dynamic-config").flatMap(
    (line) => /^ {6}([\w.]+):$/.exec(line)?.[1] ?? [],
  );
  expect(given.toSorted()).toEqual(expected.toSorted());
  expect(compose).toContain('TEMPORAL_VERSION_CHECK_DISABLED: "1"');
});

it("docs/operations.md names every variable of the product", () => {
  const page = readFileSync("docs/operations.md", "utf8");
  expect(KNOWN.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it(".env.example names every variable of the product", () => {
  expect(KNOWN).toContain("REQUESTS_PER_MINUTE");
  expect(KNOWN.filter((name) => !new RegExp(`^#${name}=`, "m").test(example))).toEqual([]);
});
