import { describe, expect, test } from "@jest/globals";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { buildNode } from "../../dev/n8n/build-node.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

/*
 * The package as published. n8n-workflow is replaced by the parts that the nodes use at run time; `npm run
 * test:n8n` loads the same package into a real n8n.
 */
const WORKFLOW = `
exports.NodeConnectionTypes = { Main: "main" };
exports.NodeApiError = class NodeApiError extends Error {};
exports.NodeOperationError = class NodeOperationError extends Error {};`;

interface Icons {
  light: string;
  dark: string;
}

/** The parts of a node or credential that this test checks. */
interface Described {
  name: string;
  icon?: Icons;
  description: { name: string; icon: Icons; credentials: { name: string }[] };
}
type Classes = Record<string, new () => Described>;

const folder = await makeTestFolder();
await buildNode(folder);
const workflow = path.join(folder, "node_modules", "n8n-workflow");
await mkdir(workflow, { recursive: true });
await writeFile(path.join(workflow, "index.js"), WORKFLOW);
const require = createRequire(path.join(folder, "index.js"));
const load = (file: string) => require(path.join(folder, file)) as Classes;
const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
  n8n: { nodes: string[]; credentials: string[] };
};
const filesOf = () => [...manifest.n8n.nodes, ...manifest.n8n.credentials];

const instanceOf = (file: string) => {
  const name = path.basename(file).split(".")[0]!;
  return new (load(file)[name]!)();
};

describe("the built package", () => {
  test("has a class named after each file on n8n's list, with its icon and codex", async () => {
    expect(filesOf()).toHaveLength(4);
    for (const file of filesOf()) {
      const { icon, description } = instanceOf(file);
      for (const named of Object.values(icon ?? description.icon) as string[])
        expect(existsSync(path.join(folder, path.dirname(file), named.replace("file:", "")))).toBe(true);
    }
    for (const file of manifest.n8n.nodes) {
      const text = await readFile(path.join(folder, file.replace(/\.js$/, ".json")), "utf8");
      const codex = JSON.parse(text) as { node: string };
      expect(codex.node).toBe(`n8n-nodes-compliance.${instanceOf(file).description.name}`);
    }
  });

  test("imports only n8n-workflow and node:crypto, and uses nothing of the machine", async () => {
    for (const file of filesOf()) {
      const text = await readFile(path.join(folder, file), "utf8");
      const required = [...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
      expect(["n8n-workflow", "node:crypto"]).toEqual(expect.arrayContaining([...new Set(required)]));
      expect(text).not.toMatch(/\bprocess\.|globalThis|setTimeout|setInterval|__dirname/);
    }
  });

  test("supports both credentials in both nodes", () => {
    const credentials = manifest.n8n.credentials.map((file) => instanceOf(file).name).toSorted();
    for (const file of manifest.n8n.nodes) {
      const wanted = instanceOf(file).description.credentials;
      expect(wanted.map(({ name }) => name).toSorted()).toEqual(credentials);
    }
  });

  test("contains no source", async () => {
    const built = (await readdir(folder)).filter((name) => name !== "node_modules");
    expect(built.toSorted()).toEqual(["LICENSE.md", "README.md", "dist", "package.json"]);
  });
});
