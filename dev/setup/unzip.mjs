import { createWriteStream, mkdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";
import { packagesInstalled } from "./packages.mjs";

const isInside = (name) => !normalize(name).startsWith("..") && !name.startsWith("/");

/** Unpacks a zip into a folder, preserving execute permissions. A bare machine has no unzip program. */
export async function unzip(file, folder) {
  // Imported late: the same set-up installs it.
  await packagesInstalled();
  const { openPromise } = await import("yauzl");
  const zip = await openPromise(file, { autoClose: true });
  for await (const entry of zip.eachEntry()) {
    if (!isInside(entry.fileName))
      throw new Error(`${file} would write outside its folder: ${entry.fileName}`);
    const target = join(folder, entry.fileName);
    if (entry.fileName.endsWith("/")) {
      mkdirSync(target, { recursive: true });
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    const mode = (entry.externalFileAttributes >>> 16) & 0o111 ? 0o755 : 0o644;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode }));
  }
}
