const readEntries = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** All files of a folder and those below it. A reader gives some entries at a time, at last none. */
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

/** What was dropped: files, and those in folders. What a desktop leaves in folders for itself is left out. */
export async function filesIn(dropped: DataTransfer): Promise<File[]> {
  // Read at once: the list is empty after the first wait.
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const files = entries.length === 0 ? [...dropped.files] : (await Promise.all(entries.map(filesOf))).flat();
  return files.filter(({ name }) => !name.startsWith(".") && name !== "Thumbs.db");
}
