import { readArgs } from "../dev/read-args.ts";
import { readNumber, readNumbers } from "../dev/read-number.ts";
import { StackError } from "../dev/stack/stack-error.ts";
import { SHARES_HEAD, measureShare, type ShareKind } from "./support/measure-share.ts";
import { exportShare, ingestionShare, readShare, writeShare } from "./support/shares/api-shares.ts";
import { measureDeliveryShare } from "./support/shares/webhook-share.ts";
import { measureSearchShares } from "./support/shares/search-share.ts";
import { startTwoCallers, type TwoCallers } from "./support/shares/two-callers.ts";
import { describeLoad, describeMachine, log } from "./support/log.ts";

const measure = async (kind: ShareKind): Promise<void> => log(await measureShare(kind, parallel));

/** Ingestion is last, because the greedy caller's uploads are ingested to the end. */
const SHARES: Readonly<Record<string, (callers: TwoCallers) => Promise<void>>> = {
  reads: (callers) => measure(readShare(callers)),
  writes: (callers) => measure(writeShare(callers)),
  exports: async (callers) => measure(await exportShare(callers)),
  deliveries: ({ config }) => measureDeliveryShare(config, measure),
  ingestion: async (callers) => measure(await ingestionShare(callers)),
};
const KINDS = ["search", ...Object.keys(SHARES)];

const HELP = `npm run bench:shares [-- --parallel 24 --kinds ${KINDS.join(",")} --search-slots 1,2,4]

Measures how long a quiet caller, who makes one request at a time, waits alone and next to a greedy caller with
--parallel requests in progress, for each kind of work. API, worker and receivers run in separate processes. By default,
searches run with the product's number of slots. Uses the configured PostgreSQL, Elasticsearch and Temporal, in separate
databases, indices and task queues, which it removes.
`;

const options = {
  parallel: { type: "string", default: "24" },
  kinds: { type: "string", default: KINDS.join(",") },
  "search-slots": { type: "string" },
} as const;
const { parallel, kinds, slots } = readArgs({ help: HELP, options }, (values) => {
  const wanted = values.kinds.split(",");
  const unknown = wanted.find((kind) => !KINDS.includes(kind));
  if (unknown !== undefined) throw new StackError(`--kinds takes ${KINDS.join(", ")}, not "${unknown}"`);
  const given =
    values["search-slots"] === undefined ? [undefined] : readNumbers("search-slots", values["search-slots"]);
  return { parallel: readNumber("parallel", values.parallel), kinds: wanted, slots: given };
});

async function measureProduct(): Promise<void> {
  const callers = await startTwoCallers();
  try {
    for (const [kind, measureIt] of Object.entries(SHARES))
      if (kinds.includes(kind)) await measureIt(callers);
  } finally {
    await callers.stop();
  }
}

log(`${describeMachine()}; ${describeLoad()}; ${parallel} in progress`);
log(`\n${SHARES_HEAD}`);
if (kinds.includes("search")) await measureSearchShares(slots, measure);
if (kinds.some((kind) => kind !== "search")) await measureProduct();
