import { hash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

/** The hashes of its source files, by absolute path. */
const Inputs = z.record(z.string(), z.string());

export interface KeptBundle<T> {
  /** The bundle, or null if there is none, if an input has changed, or if it was made in another folder. */
  read(): Promise<T | null>;
  write(bundle: T): Promise<void>;
}

interface KeptBundleOptions<T> {
  schema: z.ZodType<T>;
  inputsOf(bundle: T): readonly string[];
  always: readonly string[];
}

const hashOf = async (file: string): Promise<string> => hash("sha256", await readFile(file));

/** A bundle in `file`, made of `inputsOf` the bundle and of `always`. */
export function openKeptBundle<T>(
  file: string,
  { schema, inputsOf, always }: KeptBundleOptions<T>,
): KeptBundle<T> {
  const Kept = z.object({ bundle: schema, inputs: Inputs });
  return {
    async read() {
      try {
        const { bundle, inputs } = Kept.parse(JSON.parse(await readFile(file, "utf8")));
        const files = Object.entries(inputs);
        const same = await Promise.all(files.map(async ([input, known]) => (await hashOf(input)) === known));
        return always.every((input) => input in inputs) && same.every(Boolean) ? bundle : null;
      } catch {
        return null;
      }
    },
    async write(bundle) {
      const files = [...inputsOf(bundle), ...always];
      const hashes = await Promise.all(files.map(async (input) => [input, await hashOf(input)] as const));
      const kept = { bundle, inputs: Object.fromEntries(hashes) };
      const staged = `${file}.${process.pid}`;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(staged, JSON.stringify(kept));
      // Other processes may be reading it.
      await rename(staged, file);
    },
  };
}
