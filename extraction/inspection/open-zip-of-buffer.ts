import { fromBufferPromise, type ZipFile } from "yauzl";

/** A separate module, so that it is loaded for zips only. */
export const openZipOfBuffer = (file: Buffer): Promise<ZipFile> =>
  fromBufferPromise(file, { lazyEntries: true, autoClose: false });
