/**
 * Keeps ONNX Runtime from reporting models and sessions to its maker, which its Linux and macOS builds do by default
 * since 1.29 (microsoft/onnxruntime#27379). Call it in the main thread before a model is loaded: the runtime reads the
 * environment of the process, of which threads have only a copy.
 */
export function disableTelemetry(): void {
  process.env["ORT_DISABLE_TELEMETRY"] = "1";
}
