import { execFile } from "node:child_process";
import { expect, test } from "@jest/globals";
import { createPerson, PASSWORD } from "./support/people.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile({ parts: ["worker", "retrieval"] });
const { email } = await createPerson(product.orm, "customer");

interface Ended {
  code: number;
  output: string;
}

/** Runs the demo without a terminal. */
function demo(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["dev/demo.ts", ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
    child.stdin?.end();
  });
}

const against = (...args: string[]) => ["--url", product.config.backendUrl, "--email", email, ...args];

test("the demo ingests a file of each format and finds the answers", async () => {
  const { code, output } = await demo(against("--timeout", "150"), { DEMO_PASSWORD: PASSWORD });
  expect(output).toMatch(/All 7 files are COMPLETED/);
  const [, rights, breach, drill] = output.split("\n? ");
  expect(rights).toMatch(/1\. access-review\.pdf {2}\| {2}page 3 {2}\| {2}Decisions/);
  expect(breach).toMatch(/1\. incident-response\.docx .*Communication > Customers/);
  expect(drill).toMatch(/1\. fire-drill-scan\.jpg[^]*3 minutes and 40 seconds/);
  expect(output).toMatch(/with a quality of \d+ of 100[^]*\/workflows\/ingest-[^]*\/docs/);
  expect(code).toBe(0);
}, 180_000);

test.each<[string, () => string[], RegExp]>([
  ["a wrong password", () => against("--password", "not the password"), /cannot sign in/],
  ["no password", () => against(), /password .* is missing: DEMO_PASSWORD/],
  [
    "no product",
    () => ["--url", "http://127.0.0.1:9", "--password", PASSWORD],
    /Start the product with `npm start`/,
  ],
  [
    "another program",
    () => ["--url", process.env["ELASTICSEARCH_URL"]!, "--password", PASSWORD],
    /not like this product/,
  ],
  ["no address", () => ["--url", "there"], /must be an address/],
  [
    "files that take too long",
    () => against("--password", PASSWORD, "--timeout", "0.001"),
    /Not done after[^]*workflows/,
  ],
])(
  "the demo explains what to do about %s",
  async (_what, args, message) => {
    const { code, output } = await demo(args(), { DEMO_PASSWORD: "" });
    expect(output).toMatch(message);
    expect(output).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  },
  60_000,
);
