import { chromium, type Browser } from "playwright-core";
import { readArgs } from "../dev/read-args.ts";
import { readNumber } from "../dev/read-number.ts";
import { ensureConsole } from "../dev/web/ensure-console.ts";
import { findChromium } from "../dev/web/find-chromium.ts";
import { startApiProcess } from "../testkit/api-process.ts";
import { PASSWORD } from "../testkit/api-rows.ts";
import { fillWithMany, type ManyRows } from "../testkit/many-rows.ts";
import { openMeasured, type MeasuredPage, type Throttle } from "./support/measured-page.ts";
import { createScratchPlace } from "../testkit/scratch-place.ts";
import { scriptBytes } from "./support/script-bytes.ts";
import { describeMachine, log } from "./support/log.ts";

const HELP = `npm run bench:web [-- --rows 10000]

Measures the cost of the console in a browser, as a manager with a project of 10,000 pieces of evidence and as many
findings: scripts (gzipped), largest contentful paint, interaction to next paint and layout shift. Runs in Chromium, with
the API in production mode; once unthrottled, compared with the budgets, and once with a processor four times slower and
fast 3G, for information. Uses the configured PostgreSQL, in a separate database. Exits with 1 if a budget is exceeded.
`;

const options = { rows: { type: "string", default: "10000" } } as const;
const many = readArgs({ help: HELP, options }, ({ rows }) => readNumber("rows", rows));
const BUDGET = {
  firstScripts: 250_000,
  routeScripts: 80_000,
  paintMs: 1_500,
  interactionMs: 100,
  shift: 0.05,
};
const SETTINGS: Readonly<Record<string, Throttle>> = {
  "as it is": { slower: 1, network: null },
  // Chromium's own preset: 1.6 Mbit/s down, 750 kbit/s up, 150 ms.
  "4x slower processor, fast 3G": {
    slower: 4,
    network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
  },
};

/** Not part of a route: only the screen that shows a PDF loads it, after it has been rendered. */
const VIEWER = /\/(pdf-viewer|open-pdf|pdf\.worker)/;

const screensOf = ({ projectId }: ManyRows): [name: string, path: string][] => [
  ["home", "/"],
  ["projects", "/projects"],
  ["project", `/projects/${projectId}`],
  ["controls", `/projects/${projectId}/controls`],
  ["evidence", `/projects/${projectId}/evidence`],
  ["findings", `/projects/${projectId}/findings`],
  ["review", "/review"],
];

/** Typical interactions with a long list. */
async function workOnList({ page, settled }: MeasuredPage): Promise<void> {
  await page.getByRole("searchbox").first().pressSequentially("backup", { delay: 60 });
  await settled();
  await page.getByRole("searchbox").first().fill("");
  await settled();
  for (const name of ["2", "3", "4"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await settled();
  }
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option").first().click();
  await settled();
}

async function measure(browser: Browser, origin: string, rows: ManyRows, throttle: Throttle) {
  const kept: boolean[] = [];
  const figure = (value: number, most: number, digits: number): string => {
    kept.push(value <= most);
    return `${value.toFixed(digits)}${value <= most ? "" : " (!)"}`;
  };
  log("| screen | scripts, kB | largest paint, ms | interaction, ms | shift |\n|--|--|--|--|--|");
  const signIn = await openMeasured(browser, origin, throttle);
  await signIn.signIn(rows.emails.manager, PASSWORD);
  const state = await signIn.close();
  let first: ReadonlySet<string> = new Set();
  const viewer = new Set<string>();
  for (const [name, path] of screensOf(rows)) {
    const measured = await openMeasured(browser, origin, throttle, state);
    await measured.open(path);
    if (name === "evidence") await workOnList(measured);
    const { scripts, paintMs, interactionMs, shift } = await measured.figures();
    await measured.close();
    const further = [...scripts].filter((script) => !first.has(script) && !VIEWER.test(script));
    for (const script of scripts) if (VIEWER.test(script)) viewer.add(script);
    const bytes = await scriptBytes(further);
    if (name === "home") first = scripts;
    const cells = [
      figure(bytes / 1_000, (name === "home" ? BUDGET.firstScripts : BUDGET.routeScripts) / 1_000, 1),
      figure(paintMs, BUDGET.paintMs, 0),
      interactionMs === null ? "–" : figure(interactionMs, BUDGET.interactionMs, 0),
      figure(shift, BUDGET.shift, 3),
    ];
    log(`| ${name} | ${cells.join(" | ")} |`);
  }
  const viewerBytes = await scriptBytes([...viewer]);
  log(`\nThe PDF viewer, loaded once a PDF is opened: ${(viewerBytes / 1_000).toFixed(1)} kB`);
  return kept.every(Boolean);
}

async function bench(): Promise<void> {
  await ensureConsole(log);
  const { config, pool, remove } = await createScratchPlace();
  const { DATABASE_URL: databaseUrl, DATA_DIR: folder } = config;
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  const stops = [() => browser.close()];
  try {
    const rows = await fillWithMany(pool, {
      projects: 1,
      evidence: many,
      findings: many,
      auditEntries: many,
    });
    const api = await startApiProcess({ databaseUrl, folder });
    stops.push(() => api.stop());
    log(`${describeMachine()}; Chromium ${browser.version()}`);
    for (const [name, throttle] of Object.entries(SETTINGS)) {
      log(`\n${name}:\n`);
      const isKept = await measure(browser, api.origin, rows, throttle);
      if (throttle.slower === 1 && !isKept) process.exitCode = 1;
    }
  } finally {
    for (const stop of stops) await stop();
    await remove();
  }
}

await bench();
