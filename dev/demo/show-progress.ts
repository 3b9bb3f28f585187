import { MultiBar, Presets } from "cli-progress";

/** Shows the progress of several tasks. */
export interface ProgressView {
  /** `share` is 0 to 1; `note` is the current step. */
  update(name: string, share: number, note: string): void;
  /** Call this before writing anything else. */
  close(): void;
}

const PERCENT = 100;
const NOTE_WIDTH = 12;
/** The exit code of a program ended by Ctrl-C. */
const INTERRUPTED = 130;
const FORMAT = "  {bar} {percentage}%  {name}  {note}";

/**
 * Progress bars on a terminal. They hide the cursor and turn off line wrapping, and must restore both, also
 * on Ctrl-C.
 */
function showBars(names: readonly string[], width: number): ProgressView {
  const bars = new MultiBar(
    { format: FORMAT, barsize: 24, autopadding: true, hideCursor: true, gracefulExit: false },
    Presets.shades_classic,
  );
  const byName = new Map(
    names.map((name) => [name, bars.create(PERCENT, 0, { name: name.padEnd(width), note: "" })]),
  );
  const leave = () => {
    bars.stop();
    process.exit(INTERRUPTED);
  };
  process.once("SIGINT", leave);
  return {
    update: (name, share, note) =>
      byName.get(name)?.update(Math.round(share * PERCENT), { note: note.padEnd(NOTE_WIDTH) }),
    close() {
      process.removeListener("SIGINT", leave);
      bars.stop();
    },
  };
}

/** One line per change, without a terminal. */
function showLines(width: number): ProgressView {
  const shown = new Map<string, string>();
  return {
    update(name, share, note) {
      const line = `  ${name.padEnd(width)}  ${String(Math.round(share * PERCENT)).padStart(3)}%  ${note}`;
      if (shown.get(name) !== line) console.log(line);
      shown.set(name, line);
    },
    close: () => undefined,
  };
}

export function showProgress(names: readonly string[]): ProgressView {
  const width = Math.max(...names.map((name) => name.length));
  return process.stdout.isTTY ? showBars(names, width) : showLines(width);
}
