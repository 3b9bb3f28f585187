import { PDFWorker, getDocument, type PDFDocumentLoadingTask } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { trustedScriptUrl } from "./trusted-script-url.ts";

/** Fonts and character maps that documents name but do not contain. */
const DATA = { standardFontDataUrl: "/pdf/standard_fonts/", cMapUrl: "/pdf/cmaps/" };

let worker: PDFWorker | undefined;

/** One for all documents, started with the first; a document that is closed leaves it running. */
function sharedWorker(): PDFWorker {
  worker ??= PDFWorker.create({ port: new Worker(trustedScriptUrl(workerUrl), { type: "module" }) });
  return worker;
}

/** Starts loading a PDF; destroy the task to release it. */
export const openPdf = (url: string): PDFDocumentLoadingTask =>
  getDocument({ url, worker: sharedWorker(), ...DATA, useWasm: false, stopAtErrors: false });
