const REDRAW_MS = 250;
const REMINDER_MS = 15_000;
const NAME_WIDTH = 16;

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const SIGNS = { running: "…", done: "✓", failed: "✗" };

const lineOf = ({ name, state, text, since, took }) =>
  `  ${SIGNS[state]} ${name.padEnd(NAME_WIDTH)} ${text} (${took ?? seconds(since)})`;

/**
 * On a terminal the lines are redrawn in place; elsewhere each change is a line, and a long wait repeats it.
 */
function createPainter(stream, parts) {
  let rendered = 0;
  const redraw = () => {
    if (rendered > 0) stream.moveCursor(0, -rendered);
    stream.cursorTo(0);
    stream.clearScreenDown();
    for (const part of parts) stream.write(`${lineOf(part).slice(0, (stream.columns || 80) - 1)}\n`);
    rendered = parts.length;
  };
  const remind = () =>
    parts.filter((p) => p.state === "running").forEach((p) => stream.write(`${lineOf(p)}\n`));
  const timer = stream.isTTY ? setInterval(redraw, REDRAW_MS) : setInterval(remind, REMINDER_MS);
  timer.unref();
  return {
    changed: (part) => (stream.isTTY ? redraw() : stream.write(`${lineOf(part)}\n`)),
    close: () => clearInterval(timer),
  };
}

/** Shows what each component is doing and for how long. */
export function createProgress(stream = process.stdout) {
  const parts = [];
  const painter = createPainter(stream, parts);
  return {
    /** Adds a component; returns the function that updates its text. */
    begin(name, text) {
      const part = { name, text, state: "running", since: Date.now(), took: null };
      parts.push(part);
      painter.changed(part);
      const change = (state, newText) => {
        if (part.state === state && part.text === newText) return;
        const shown = { ...part };
        Object.assign(part, { state, text: newText, took: state === "running" ? null : seconds(part.since) });
        // A counter is redrawn on a terminal, and printed only now and then elsewhere.
        const onlyCounter =
          state === "running" && shown.text.replace(/\d+/g, "#") === newText.replace(/\d+/g, "#");
        if (stream.isTTY || !onlyCounter) painter.changed(part);
      };
      return {
        report: (newText) => change("running", newText),
        done: (newText) => change("done", newText),
        failed: (newText) => change("failed", newText),
      };
    },
    close: () => painter.close(),
  };
}
