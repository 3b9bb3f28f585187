const LEVELS: Readonly<Record<number, string>> = { 30: "INFO", 40: "WARN", 50: "ERROR", 60: "FATAL" };
const LOWEST_WARNING = 40;

interface LogLine {
  level?: unknown;
  msg?: unknown;
  err?: { message?: unknown };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function parse(line: string): LogLine | null {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === "object" ? entry : null;
  } catch {
    return null;
  }
}

/** A readable log line: level, message and cause. Other lines stay unchanged. */
export function readableLine(line: string): string {
  const entry = parse(line);
  if (entry === null) return line;
  const cause = textOf(entry.err?.message);
  return `${LEVELS[Number(entry.level)] ?? "DEBUG"} ${textOf(entry.msg)}${cause === "" ? "" : `: ${cause}`}`;
}

/** True for warnings and errors, and for output outside the log. */
export function isWarning(line: string): boolean {
  const entry = parse(line);
  return entry === null ? /\b(warn|error|fatal)/i.test(line) : Number(entry.level) >= LOWEST_WARNING;
}
