const readEntries = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/**
 * All files in a folder and its subfolders. A reader returns entries in batches, and an empty batch at the
 * end.
 */
async function filesUnder(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const found: File[] = [];
  for (let some = await readEntries(reader); some.length > 0; some = await readEntries(reader))
    for (const entry of some) found.push(...(await filesOf(entry)));
  return found;
}

const filesOf = async (entry: FileSystemEntry): Promise<File[]> =>
  entry.isDirectory
    ? filesUnder(entry as FileSystemDirectoryEntry)
    : [await fileOf(entry as FileSystemFileEntry)];

/** The dropped files, including those in folders, without the hidden files that operating systems add. */
export async function filesIn(dropped: DataTransfer): Promise<File[]> {
  // Read synchronously: the list is empty after the first await.
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const files = entries.length === 0 ? [...dropped.files] : (await Promise.all(entries.map(filesOf))).flat();
  return files.filter(({ name }) => !name.startsWith(".") && name !== "Thumbs.db");
}
