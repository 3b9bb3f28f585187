import { CFB } from "@e965/xlsx";

/** The part of the library's compound file writer in use; it has no types. */
interface CompoundFileWriter {
  utils: { cfb_new(): object; cfb_add(file: object, path: string, content: Buffer): void };
  write(file: object, options: { type: "buffer" }): Buffer;
}

/** An OLE compound file with these streams, by path ("/Workbook", "/Macros/VBA/dir"). */
export function makeCompoundFile(streams: Record<string, Buffer>): Buffer {
  const writer = CFB as CompoundFileWriter;
  const file = writer.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) writer.utils.cfb_add(file, path, content);
  return writer.write(file, { type: "buffer" });
}
