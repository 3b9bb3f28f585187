import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/** Fonts and pictures are already compressed. */
const COMPRESSED = /\.(js|mjs|css)$/;
const QUALITY = 9;

/** Adds a compressed copy of every file that becomes smaller, for the API to serve. */
export async function compressAssets(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => COMPRESSED.test(name));
  await Promise.all(
    files.map(async (name) => {
      const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
      const smaller = await promisify(brotliCompress)(await readFile(join(folder, name)), { params });
      await writeFile(join(folder, `${name}.br`), smaller);
    }),
  );
}
