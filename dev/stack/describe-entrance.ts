import type { SeedResult } from "../seed.ts";

/** The accounts of the demo organisation, or the link for the administrator of another one. */
export interface Entrance extends SeedResult {
  link: string | null;
}

type Addresses = Readonly<Record<string, string>>;

/** How to sign in: to the demo organisation, or for the first time to another one. */
function signInOf({ accounts, password, link }: Entrance): string[] {
  if (link !== null) return [`Set a password  ${link}`];
  if (accounts.length === 0) return [];
  const hint = password ?? "the password was shown at the first start, or is DEMO_PASSWORD of that time";
  return [`Sign in as      ${accounts.map(({ email }) => email).join(", ")}`, `Password        ${hint}`];
}

/** The console links to what people look at; scripts and other terminals want all of them. */
const othersIn = ({ BACKEND_URL, RETRIEVAL_URL, TEMPORAL_UI_URL }: Addresses): string[] => [
  `API reference   ${BACKEND_URL}/docs`,
  `OpenAPI         ${BACKEND_URL}/openapi.json`,
  `Search service  ${RETRIEVAL_URL}`,
  `Temporal UI     ${TEMPORAL_UI_URL}`,
];

/** What `npm start` prints once the product runs: one address, unless all are requested. */
export function describeEntrance(environment: Addresses, entrance: Entrance, showAll: boolean): string {
  const { BACKEND_URL, DATA_DIR } = environment;
  const blocks = [
    [`Console         ${BACKEND_URL}`],
    showAll ? othersIn(environment) : [],
    signInOf(entrance),
    [`Logs are in ${DATA_DIR}/logs. Ctrl-C stops everything.`],
  ];
  const shown = blocks.filter((lines) => lines.length > 0);
  return `\n${shown.map((lines) => lines.map((line) => `  ${line}`).join("\n")).join("\n\n")}`;
}
