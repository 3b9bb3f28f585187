"""Turn the safetensors weights of a BERT sentence encoder into one ONNX file, once, during setup.

    python convert.py SOURCE_FOLDER OUTPUT.onnx int8|fp32 SAMPLES

SOURCE_FOLDER holds config.json and model.safetensors; SAMPLES is a JSON array of word-piece ids of sentences. The graph takes input_ids, attention_mask and
token_type_ids (int64, batch x sequence) and gives last_hidden_state (float, batch x sequence x hidden).
It is written by hand because the usual exporters need PyTorch, a download of gigabytes.
The last line on standard output is JSON: the smallest cosine between fp32 and the written precision.
"""

import json
import math
import os
import sys

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

OPSET = 20  # the first with Gelu as one operator
IR_VERSION = 10
MASKED = -1e9  # added to the attention score of padding: exp() of it is 0 in float32
LEAST_COSINE = 0.97  # below it, int8 sums overflow on this processor: see write_int8


class Graph:
    """Collects nodes and weights; every method returns the name of its result."""

    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.initializers = []
        self.known = set()

    def constant(self, name, array):
        if name not in self.known:
            self.known.add(name)
            self.initializers.append(numpy_helper.from_array(array, name))
        return name

    def weight(self, name):
        return self.constant(name, self.weights[name].astype(np.float32))

    def node(self, op, name, inputs, **attributes):
        self.nodes.append(helper.make_node(op, inputs, [name], name=name, **attributes))
        return name

    def dense(self, name, value):
        """value x W^T + b, as PyTorch's Linear; transposed here so that it is one MatMul with a constant."""
        matrix = np.ascontiguousarray(self.weights[f"{name}.weight"].T.astype(np.float32))
        kernel = self.constant(f"{name}.kernel", matrix)
        product = self.node("MatMul", f"{name}.product", [value, kernel])
        return self.node("Add", f"{name}.output", [product, self.weight(f"{name}.bias")])

    def normalise(self, name, value, epsilon):
        scale, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.node(
            "LayerNormalization", f"{name}.output", [value, scale, bias], axis=-1, epsilon=epsilon
        )


def embed(graph, config):
    """Word + position + token type, normalised. Positions are the first rows of their table: a 1-D Slice."""
    e = "embeddings"
    words = graph.node("Gather", f"{e}.words", [graph.weight(f"{e}.word_embeddings.weight"), "input_ids"])
    types = graph.node(
        "Gather", f"{e}.types", [graph.weight(f"{e}.token_type_embeddings.weight"), "token_type_ids"]
    )
    length = graph.node("Shape", f"{e}.length", ["input_ids"], start=1, end=2)
    table = graph.weight(f"{e}.position_embeddings.weight")
    zero = graph.constant("zero", np.array([0], np.int64))
    positions = graph.node("Slice", f"{e}.positions", [table, zero, length, zero])
    tokens = graph.node("Add", f"{e}.tokens", [words, types])
    total = graph.node("Add", f"{e}.sum", [tokens, positions])
    return graph.normalise(f"{e}.LayerNorm", total, config["layer_norm_eps"])


def attention_mask(graph):
    mask = graph.node("Cast", "mask.float", ["attention_mask"], to=TensorProto.FLOAT)
    one = graph.constant("one", np.array(1, np.float32))
    padding = graph.node("Sub", "mask.padding", [one, mask])
    scaled = graph.node("Mul", "mask.scaled", [padding, graph.constant("masked", np.array(MASKED, np.float32))])
    axes = graph.constant("mask.axes", np.array([1, 2], np.int64))
    return graph.node("Unsqueeze", "mask.scores", [scaled, axes])


def attend(graph, layer, hidden, mask, config):
    heads = config["num_attention_heads"]
    size = config["hidden_size"] // heads
    split = graph.constant("heads.shape", np.array([0, 0, heads, size], np.int64))
    name = f"{layer}.attention"

    def by_head(part, order):
        value = graph.dense(f"{name}.self.{part}", hidden)
        shaped = graph.node("Reshape", f"{name}.{part}.heads", [value, split])
        return graph.node("Transpose", f"{name}.{part}.order", [shaped], perm=order)

    query = by_head("query", [0, 2, 1, 3])
    key = by_head("key", [0, 2, 3, 1])
    value = by_head("value", [0, 2, 1, 3])
    raw = graph.node("MatMul", f"{name}.raw", [query, key])
    root = graph.constant("heads.root", np.array(math.sqrt(size), np.float32))
    scaled = graph.node("Div", f"{name}.scaled", [raw, root])
    masked = graph.node("Add", f"{name}.masked", [scaled, mask])
    shares = graph.node("Softmax", f"{name}.shares", [masked], axis=-1)
    mixed = graph.node("MatMul", f"{name}.mixed", [shares, value])
    ordered = graph.node("Transpose", f"{name}.ordered", [mixed], perm=[0, 2, 1, 3])
    joined_shape = graph.constant("joined.shape", np.array([0, 0, config["hidden_size"]], np.int64))
    joined = graph.node("Reshape", f"{name}.joined", [ordered, joined_shape])
    output = graph.dense(f"{name}.output.dense", joined)
    total = graph.node("Add", f"{name}.residual", [output, hidden])
    return graph.normalise(f"{name}.output.LayerNorm", total, config["layer_norm_eps"])


def feed_forward(graph, layer, hidden, config):
    wide = graph.dense(f"{layer}.intermediate.dense", hidden)
    active = graph.node("Gelu", f"{layer}.gelu", [wide], approximate="none")
    output = graph.dense(f"{layer}.output.dense", active)
    total = graph.node("Add", f"{layer}.residual", [output, hidden])
    return graph.normalise(f"{layer}.output.LayerNorm", total, config["layer_norm_eps"])


def build_model(source):
    with open(os.path.join(source, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    if config["model_type"] != "bert" or config["hidden_act"] != "gelu":
        sys.exit(f"Only BERT with erf GELU can be converted, not {config['model_type']}/{config['hidden_act']}.")
    graph = Graph(load_file(os.path.join(source, "model.safetensors")))
    hidden = embed(graph, config)
    mask = attention_mask(graph)
    for number in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{number}"
        hidden = attend(graph, layer, hidden, mask, config)
        hidden = feed_forward(graph, layer, hidden, config)
    graph.node("Identity", "last_hidden_state", [hidden])
    axes = ["batch", "sequence"]
    names = ["input_ids", "attention_mask", "token_type_ids"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, axes) for name in names]
    output = helper.make_tensor_value_info(
        "last_hidden_state", TensorProto.FLOAT, [*axes, config["hidden_size"]]
    )
    body = helper.make_graph(graph.nodes, "sentence-encoder", inputs, [output], graph.initializers)
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    onnx.checker.check_model(model)
    return model


def sample_vectors(path, samples):
    """Unit vectors of the sample sentences."""
    session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
    vectors = []
    for sample in samples:
        ids = np.array([sample], np.int64)
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean = session.run(None, feeds)[0][0].mean(0)
        vectors.append(mean / np.linalg.norm(mean))
    return np.stack(vectors)


def write_int8(plain, target, samples):
    """Quantise the weights. Processors with AVX2 but no VNNI overflow on full-range int8: they get 7 bits."""
    exact = sample_vectors(plain, samples)
    for reduce_range in (False, True):
        quantize_dynamic(plain, target, weight_type=QuantType.QInt8, per_channel=True, reduce_range=reduce_range)
        cosine = float((exact * sample_vectors(target, samples)).sum(1).min())
        if cosine >= LEAST_COSINE:
            return cosine
    sys.exit(f"int8 vectors differ from the exact ones (cosine {cosine:.3f}): set EMBEDDING_PRECISION=fp32.")


def main():
    source, target, precision, samples = sys.argv[1:5]
    model = build_model(source)
    if precision == "fp32":
        onnx.save(model, target)
        print(json.dumps({"cosine": 1.0}))
        return
    plain = f"{target}.fp32"
    onnx.save(model, plain)
    cosine = write_int8(plain, target, json.loads(samples))
    os.unlink(plain)
    print(json.dumps({"cosine": round(cosine, 4)}))


main()
