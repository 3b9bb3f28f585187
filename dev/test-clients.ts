import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientLanguage } from "./clients/client-language.ts";
import { pythonClient } from "./clients/python-client.ts";
import { runProgram } from "./clients/run-program.ts";
import { typescriptClient } from "./clients/typescript-client.ts";
import { readArgs } from "./read-args.ts";
import { makePdf } from "./sample-files/make-pdf.ts";
import { StackError, reportFailure } from "./stack/stack-error.ts";
import { createSupervisor } from "./stack/supervisor.ts";
import { runInFolder } from "./tested-product/run-in-folder.ts";
import { startProduct, type TestedProduct } from "./tested-product/start-product.ts";

const LANGUAGES: readonly ClientLanguage[] = [typescriptClient, pythonClient];
const NAMES = LANGUAGES.map(({ name }) => name);
const REQUEST_MS = 30_000;

const HELP = `npm run test:clients [-- --language ${NAMES.join("|")}] [--keep]

Generates clients from /openapi.json of a running product (openapi-typescript with openapi-fetch, openapi-python-client),
compiles them with strict types, and runs the tour with each. The first run installs the generators in the cache folder.
Uses the servers of npm run stack, or starts its own.

  --language  one of them; all by default
  --keep      keep the clients and the logs after a success
`;

const options = { language: { type: "string" }, keep: { type: "boolean", default: false } } as const;
const { languages, keep } = readArgs({ help: HELP, options }, ({ language, keep: kept }) => {
  if (language !== undefined && !NAMES.includes(language))
    throw new StackError(`--language must be one of: ${NAMES.join(", ")}`);
  return { languages: LANGUAGES.filter(({ name }) => (language ?? name) === name), keep: kept };
});
const supervisor = createSupervisor();

const TEXT = [
  "Access policy",
  "Every employee signs in with a hardware key.",
  "Access rights are reviewed every quarter by the owner of the system.",
];

/** The files for the tours: the description, and a file to upload. */
async function layOut(folder: string, { url, login }: TestedProduct): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(REQUEST_MS) });
  const description = (await answer.json()) as { servers: { url: string }[] };
  const file = join(folder, "access-policy.pdf");
  await writeFile(join(folder, "openapi.json"), JSON.stringify(description, null, 2));
  await writeFile(file, await makePdf({ pages: [TEXT], headings: [TEXT[0]!] }));
  return { API_URL: description.servers[0]!.url, PASSWORD: login.password, FILE: file };
}

/** Returns whether all steps passed; after a failure the others are skipped. */
async function testClient(language: ClientLanguage, folder: string, tour: Record<string, string>) {
  for (const { name, program } of await language.prepare(folder, tour)) {
    const since = Date.now();
    const title = `${language.name}: ${name}`;
    try {
      const output = await runProgram(program);
      console.log(`  ✓ ${title} (${((Date.now() - since) / 1_000).toFixed(1)} s)`);
      if (name === "tour") console.log(output.replace(/^/gm, "      "));
    } catch (error) {
      console.log(`  ✗ ${title}`);
      reportFailure(error);
      return false;
    }
  }
  return true;
}

async function test(folder: string): Promise<boolean> {
  let product: TestedProduct | null = null;
  try {
    console.log("Starting the product");
    const logs = join(folder, "logs");
    await mkdir(logs);
    product = await startProduct(supervisor, logs);
    const tour = await layOut(folder, product);
    let passed = true;
    for (const language of languages) passed = (await testClient(language, folder, tour)) && passed;
    return passed;
  } finally {
    await supervisor.stopAll();
    await product?.drop();
  }
}

await runInFolder({ prefix: "test-clients-", holds: "Clients and logs", keep }, supervisor, test);
