import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { cacheDir } from "./locations.mjs";

export interface Installation {
  name: string;
  version: string;
  /** Everything that is installed: with other contents, it is installed again. */
  contents: string;
}

/**
 * The folder of a tool in the cache folder. `install` fills it once; a second command that needs it waits. What an
 * interrupted installation left behind is removed first.
 */
export async function installOnce(
  { name, version, contents }: Installation,
  install: (home: string) => Promise<void>,
): Promise<string> {
  const home = join(cacheDir(), `${name}-${version}`);
  const marker = join(home, "complete");
  const isInstalled = async (): Promise<boolean> =>
    (await readFile(marker, "utf8").catch(() => null)) === contents;
  if (await isInstalled()) return home;
  const onWait = (): void => console.log("Another set-up is running: waiting for it");
  await withLock(cacheDir(), onWait, async () => {
    if (await isInstalled()) return;
    await rm(home, { recursive: true, force: true });
    await mkdir(home, { recursive: true });
    await install(home);
    await writeFile(marker, contents);
  });
  return home;
}
