import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadTokenizer, type Tokenizer } from "../../retrieval/embedding/tokenizer.ts";
import { onnxFile } from "./onnx-file.ts";
import type { OnnxNode } from "./onnx-file.ts";

const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789".split("");
const SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~…".split("");
/** Whole words the tiny models know; everything else is spelled letter by letter. */
const WORDS = ["access", "review", "backup", "restore", "password", "policy", "quarterly", "weather", "rain"];
const VOCABULARY = [...SPECIAL, ...LETTERS, ...LETTERS.map((letter) => `##${letter}`), ...SIGNS, ...WORDS];
const DIMENSION = 16;
const WIDE = 4096;

const idOf = new Map(VOCABULARY.map((piece, id) => [piece, id]));

/** A WordPiece tokenizer of BERT's form with a vocabulary of letters and a few words. */
function tokenizerJson(): string {
  const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  const special = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
  const token = (name: string) => [name, { id: name, ids: [idOf.get(name)], tokens: [name] }];
  return JSON.stringify({
    version: "1.0",
    added_tokens: SPECIAL.map((content) => ({
      id: idOf.get(content),
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0)],
      pair: [
        special("[CLS]", 0),
        sequence("A", 0),
        special("[SEP]", 0),
        sequence("B", 1),
        special("[SEP]", 1),
      ],
      special_tokens: Object.fromEntries([token("[CLS]"), token("[SEP]")]) as object,
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(idOf),
    },
  });
}

/** Fixed pseudo-random numbers between -1 and 1. */
function noise(count: number): Float32Array {
  let state = 12345;
  return Float32Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 1073741824 - 1;
  });
}

/** Multiplications that change nothing (their result is scaled by 0) and take about 0.1 ms per word piece. */
function slowNodes(rounds: number): OnnxNode[] {
  const nodes: OnnxNode[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = round === 0 ? "looked_up" : `slow_${round - 1}`;
    nodes.push({ op: "MatMul", inputs: [from, "widen"], output: `wide_${round}` });
    nodes.push({ op: "MatMul", inputs: [`wide_${round}`, "narrow"], output: `slow_${round}` });
  }
  const last = `slow_${rounds - 1}`;
  nodes.push({ op: "Mul", inputs: [last, "zero"], output: "nothing" });
  nodes.push({ op: "Add", inputs: ["looked_up", "nothing"], output: "last_hidden_state" });
  return nodes;
}

/** One fixed vector per word piece: texts with the same words have similar vectors. */
function embeddingModel(slow: boolean): Uint8Array {
  const rounds = slow ? 24 : 1;
  return onnxFile({
    nodes: [{ op: "Gather", inputs: ["table", "input_ids"], output: "looked_up" }, ...slowNodes(rounds)],
    constants: {
      table: { data: noise(VOCABULARY.length * DIMENSION), shape: [VOCABULARY.length, DIMENSION] },
      widen: { data: noise(DIMENSION * WIDE).map((x) => x / 100), shape: [DIMENSION, WIDE] },
      narrow: { data: noise(DIMENSION * WIDE).map((x) => x / 100), shape: [WIDE, DIMENSION] },
      zero: { data: new Float32Array([0]), shape: [] },
    },
    inputs: ["input_ids", "attention_mask"],
    output: { name: "last_hidden_state", axes: ["batch", "sequence", DIMENSION] },
  });
}

/** A classifier whose logit is the sum of its words' weights in the second text of the pair. */
function crossEncoderModel(weights: Readonly<Record<string, number>>): Uint8Array {
  const table = Float32Array.from(VOCABULARY, (piece) => weights[piece] ?? 0);
  return onnxFile({
    nodes: [
      { op: "Gather", inputs: ["weights", "input_ids"], output: "each" },
      { op: "Cast", inputs: ["token_type_ids"], output: "second", attributes: { to: 1 } },
      { op: "Mul", inputs: ["each", "second"], output: "counted" },
      { op: "ReduceSum", inputs: ["counted", "axis"], output: "logits" },
    ],
    constants: {
      weights: { data: table, shape: [table.length] },
      axis: { data: new BigInt64Array([1n]), shape: [1] },
    },
    inputs: ["input_ids", "token_type_ids"],
    output: { name: "logits", axes: ["batch", 1] },
  });
}

export interface TinyModels {
  /** A model folder, as MODEL_DIR names it. */
  modelDir: string;
  remove(): Promise<void>;
}

async function writeModel(folder: string, model: Uint8Array, config: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "model.onnx"), model);
  await writeFile(join(folder, "tokenizer.json"), tokenizerJson());
  await writeFile(join(folder, "config.json"), JSON.stringify(config));
}

/**
 * Writes a model folder for tests: an embedding model (deliberately slow on request) and, if word weights are
 * given, a cross-encoder that adds them up.
 */
export async function writeTinyModels(
  options: { slow?: boolean; crossEncoder?: Readonly<Record<string, number>> } = {},
): Promise<TinyModels> {
  const modelDir = await mkdtemp(join(tmpdir(), "tiny-models-"));
  const embedding = { name: "tiny", dimension: DIMENSION, maxTokens: 64 };
  await writeModel(join(modelDir, "embedding"), embeddingModel(options.slow ?? false), embedding);
  if (options.crossEncoder) {
    const config = { name: "tiny-cross-encoder", maxTokens: 64 };
    await writeModel(join(modelDir, "reranker"), crossEncoderModel(options.crossEncoder), config);
  }
  return { modelDir, remove: () => rm(modelDir, { recursive: true, force: true }) };
}

/** The tokenizer of the tiny models. */
export async function loadTinyTokenizer(): Promise<Tokenizer> {
  const models = await writeTinyModels();
  try {
    return await loadTokenizer(models.modelDir);
  } finally {
    await models.remove();
  }
}
