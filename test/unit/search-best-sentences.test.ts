import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { sentencesIn } from "../../retrieval/chunking/sentences.ts";
import { createEmbedder, type Embedder } from "../../retrieval/embedding/embedder.ts";
import { bytesPerPiece } from "../../retrieval/embedding/sign-sums.rules.ts";
import { loadTokenizer, type Tokenizer } from "../../retrieval/embedding/tokenizer.ts";
import { createPassageSigns } from "../../retrieval/rerank/passage-signs.ts";
import { createSentenceFinder, type SentenceFinder } from "../../retrieval/search/best-sentences.ts";
import { writeTinyModels, type TinyModels } from "../support/tiny-models.ts";

const PREFIX = "Policy > Weather";

let models: TinyModels;
let embedder: Embedder;
let tokenizer: Tokenizer;
/** Has the signs of every passage except "unsigned". */
let finder: SentenceFinder;
const texts = new Map<string, string>();

beforeAll(async () => {
  models = await writeTinyModels();
  embedder = await createEmbedder({ modelDir: models.modelDir, threads: 1 });
  tokenizer = await loadTokenizer(models.modelDir);
  const storedSigns = async (ids: readonly string[]) => {
    const signed = ids.filter((id) => id !== "unsigned");
    const read = await embedder.embedPassages(signed.map((id) => `${PREFIX}\n${texts.get(id)!}`));
    return new Map(signed.map((id, i) => [id, read[i]!.signs]));
  };
  finder = createSentenceFinder({ passageSigns: createPassageSigns({ embedder, storedSigns }), tokenizer });
});
afterAll(async () => {
  await embedder.close();
  await models.remove();
});

async function bestOf(query: string, text: string, chunkId: string): Promise<string | null> {
  texts.set(chunkId, text);
  const passages = [{ chunkId, prefix: PREFIX, text }];
  const [range] = await finder.find(await embedder.embedQuery(query), passages);
  return range ? text.slice(range.start, range.end) : null;
}

describe("the best sentence of a passage", () => {
  const text = "Rain is weather. Review the access. Backup the rain.";

  it("is the one whose word pieces are closest to the query's", async () => {
    expect(await bestOf("access review", text, "a")).toBe("Review the access.");
    expect(await bestOf("backup", text, "a")).toBe("Backup the rain.");
  });

  it("can be a row of a table", async () => {
    const rows = "Word: access; Kind: rain\nWord: backup; Kind: policy\n\nWord: password; Kind: restore";
    expect(await bestOf("backup policy", rows, "table")).toBe("Word: backup; Kind: policy");
  });

  it("is unknown without signs, beyond what the model has read, and for a query without words", async () => {
    expect(await bestOf("access", text, "unsigned")).toBeNull();
    expect(await bestOf("", text, "b")).toBeNull();
    const cut = `${"rain ".repeat(300)}. Review the access.`;
    expect(await bestOf("access", cut, "c")).not.toBe("Review the access.");
  });

  it("has its own signs: sentences have as many word pieces as the passage", () => {
    const bytes = bytesPerPiece(embedder.dimension);
    expect(bytes).toBe(2);
    fc.assert(
      fc.property(fc.lorem({ maxCount: 5, mode: "sentences" }), fc.string(), (words, odd) => {
        const passage = `${words}\n${odd}. ${odd} ${words}`;
        const counts = sentencesIn(passage).map(({ start, end }) =>
          tokenizer.count(passage.slice(start, end)),
        );
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(tokenizer.count(passage));
      }),
    );
  });
});
