import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/** Fonts and pictures are compressed already. */
const COMPRESSED = /\.(js|mjs|css)$/;
const QUALITY = 9;

/** Puts a smaller copy beside every file that gains by it, from where the API takes it. */
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
