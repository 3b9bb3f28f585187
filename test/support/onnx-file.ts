/**
 * Writes ONNX files without the onnx library: the few messages of its protobuf schema that a small model
 * needs. Field numbers come from onnx.proto.
 */

const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_INTS = 7;
const ATTRIBUTE_INT = 2;

type Field = [number: number, value: number | string | Uint8Array];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

function message(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === "number") return Buffer.from([...varint(number * 8), ...varint(value)]);
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
  });
  return Buffer.concat(parts);
}

export interface OnnxNode {
  op: string;
  inputs: string[];
  output: string;
  /** Integers only, single or in a list. */
  attributes?: Record<string, number | number[]>;
}

export interface OnnxGraph {
  nodes: OnnxNode[];
  /** Constants: a typed array and its shape. */
  constants: Record<string, { data: Float32Array | BigInt64Array; shape: number[] }>;
  /** Names of int64 inputs with dynamic axes `batch` and `sequence`. */
  inputs: string[];
  /** Name of the float output and its axes; a string is a dynamic axis. */
  output: { name: string; axes: (string | number)[] };
}

function attribute(name: string, value: number | number[]): Uint8Array {
  if (typeof value === "number") {
    return message([
      [1, name],
      [3, value],
      [20, ATTRIBUTE_INT],
    ]);
  }
  return message([[1, name], ...value.map((item): Field => [8, item]), [20, ATTRIBUTE_INTS]]);
}

function node({ op, inputs, output, attributes = {} }: OnnxNode): Uint8Array {
  return message([
    ...inputs.map((input): Field => [1, input]),
    [2, output],
    [4, op],
    ...Object.entries(attributes).map(([name, value]): Field => [5, attribute(name, value)]),
  ]);
}

function constant(name: string, { data, shape }: OnnxGraph["constants"][string]): Uint8Array {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message([
    ...shape.map((size): Field => [1, size]),
    [2, data instanceof Float32Array ? FLOAT : INT64],
    [8, name],
    [9, raw],
  ]);
}

function valueInfo(name: string, type: number, axes: readonly (string | number)[]): Uint8Array {
  const dimensions = axes.map((axis): Field => [1, message([[typeof axis === "number" ? 1 : 2, axis]])]);
  const tensor = message([
    [1, type],
    [2, message(dimensions)],
  ]);
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ]);
}

/** The bytes of an ONNX file (opset 17) with one graph. */
export function onnxFile(graph: OnnxGraph): Uint8Array {
  const body = message([
    ...graph.nodes.map((item): Field => [1, node(item)]),
    [2, "test"],
    ...Object.entries(graph.constants).map(([name, value]): Field => [5, constant(name, value)]),
    ...graph.inputs.map((name): Field => [11, valueInfo(name, INT64, ["batch", "sequence"])]),
    [12, valueInfo(graph.output.name, FLOAT, graph.output.axes)],
  ]);
  return message([
    [1, 8],
    [7, body],
    [8, message([[2, 17]])],
  ]);
}
