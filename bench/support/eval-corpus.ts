import { chunkDocument, chunkInput } from "../../retrieval/chunking/chunk-document.ts";
import type { Tokenizer } from "../../retrieval/embedding/tokenizer.ts";
import { chunkIdOf } from "../../retrieval/index/chunk-id.ts";
import type { IndexableChunk } from "../../retrieval/index/index-document.ts";
import type { StoredChunk } from "../../retrieval/search/chunk-store.ts";
import type { BeirSet, CorpusDocument } from "./beir-set.ts";
import { markdownDocument } from "../../testkit/markdown-document.ts";

const WHOLE_SET = "all";

/** The project of a document: its own `metadata.document` if queries search one document only. */
export const projectOf = (set: BeirSet, { metadata }: Pick<CorpusDocument, "metadata">): string =>
  set.byDocument ? (metadata.document ?? WHOLE_SET) : WHOLE_SET;

export interface EvalChunk {
  stored: StoredChunk;
  /** The model's input. */
  input: string;
}

/** The set's documents, split into passages by the product's chunker. */
export function chunkCorpus(set: BeirSet, tokenizer: Tokenizer): EvalChunk[] {
  return set.corpus.flatMap((document) => {
    const { _id: evidenceId, title, text } = document;
    return chunkDocument(markdownDocument(text), { title, tokenizer }).map((chunk) => ({
      input: chunkInput(title, chunk),
      stored: {
        chunkId: chunkIdOf(evidenceId, chunk.ordinal),
        evidenceId,
        projectId: projectOf(set, document),
        controlId: "",
        title,
        fileName: evidenceId,
        contentType: "text/markdown",
        uploadedAt: new Date(0),
        ordinal: chunk.ordinal,
        text: chunk.text,
        headings: chunk.headings,
        page: null,
        pageOffset: null,
        endPage: null,
        endPageOffset: null,
        sheet: null,
      },
    }));
  });
}

export const indexable = ({ stored }: EvalChunk, vector: Float32Array): IndexableChunk => ({
  id: stored.chunkId,
  evidenceId: stored.evidenceId,
  projectId: stored.projectId,
  ordinal: stored.ordinal,
  title: stored.title,
  evidenceTypes: [],
  headings: stored.headings,
  text: stored.text,
  vector,
});
