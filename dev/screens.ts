import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import sharp from "sharp";
import { reachableOrigin } from "../platform/http/reachable-origin.ts";
import { readArgs } from "./read-args.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { StackError, reportFailure } from "./stack/stack-error.ts";
import { findChromium } from "./web/find-chromium.ts";
import { whenQuiet } from "./web/when-quiet.ts";
import { signInOnPage } from "../testkit/sign-in-on-page.ts";

const HELP = `npm run screens [-- OPTIONS]

Takes screenshots of every screen of the console of a running \`npm start\`, as manager, administrator and auditor:
light, dark and on a phone, into docs/screens.

  --url URL            the product; default: the one at HOST and PORT, or http://127.0.0.1:3000
  --password PASSWORD  of the demo users; default: DEMO_PASSWORD
`;

const TARGET = join(REPOSITORY, "docs", "screens");
const TAKEN = join(REPOSITORY, "docs", ".screens");
const QUALITY = 80;
const SETTLE_MS = 600;

const DESK = { width: 1_366, height: 860 };
const MODES = {
  light: { colorScheme: "light", viewport: DESK },
  dark: { colorScheme: "dark", viewport: DESK },
  phone: { colorScheme: "light", viewport: { width: 360, height: 740 } },
} as const;

interface Options {
  url: string;
  password: string;
}

const text = { type: "string" } as const;

const readOptions = (): Options =>
  readArgs({ help: HELP, options: { url: text, password: text } }, (values) => {
    const password = values.password ?? process.env["DEMO_PASSWORD"] ?? "";
    if (password === "") throw new StackError("--password is missing, and DEMO_PASSWORD is not set");
    const own = reachableOrigin(process.env["HOST"] || "127.0.0.1", Number(process.env["PORT"] || "3000"));
    return { url: values.url ?? own, password };
  });

async function keep(page: Page, quiet: () => Promise<void>, name: string): Promise<void> {
  await quiet();
  await page.waitForTimeout(SETTLE_MS);
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(join(TAKEN, `${name}.webp`));
}

/** The first row of the page's table that leads to this URL prefix and contains the text. */
const linkTo = async (page: Page, start: string, text = ""): Promise<string> =>
  (await page.locator(`main table a[href^="${start}"]`, { hasText: text }).first().getAttribute("href")) ??
  "/";

type Addresses = Record<string, string>;

/** Projects and evidence have URLs of their own. */
async function ofManager(page: Page): Promise<Addresses> {
  await page.goto("/projects?q=SOC");
  const project = await linkTo(page, "/projects/");
  await page.goto(`${project}/evidence`);
  const evidence = await linkTo(page, "/evidence/");
  return {
    home: "/",
    "due-controls": "/controls",
    projects: "/projects",
    "new-project": "/projects/new",
    project,
    score: `${project}?why=score`,
    controls: `${project}/controls`,
    control: `${project}/controls?control=CC6.2`,
    evidence: `${project}/evidence`,
    "one-evidence": evidence,
    review: "/review",
    findings: `${project}/findings`,
    policies: `${project}/policies`,
    questionnaires: `${project}/questionnaires`,
    reports: `${project}/reports`,
    assistant: `${project}/assistant`,
    people: "/settings/people",
    "api-keys": "/settings/api-keys",
    webhooks: "/settings/webhooks",
    "audit-log": "/settings/audit-log",
    me: "/me",
  };
}

async function ofAdministrator(): Promise<Addresses> {
  return {
    integrations: "/settings/integrations",
    slack: "/settings/integrations?edit=slack",
    "oauth-clients": "/settings/oauth-clients",
    "identity-providers": "/settings/identity-providers",
    system: "/settings/system",
    workflows: "/settings/workflows",
  };
}

async function ofAuditor(page: Page): Promise<Addresses> {
  await page.goto("/audits");
  return { audits: "/audits", "audit-room": await linkTo(page, "/audits/", "SOC") };
}

/** The screens of each demo user that others do not have. */
const SCREENS = { manager: ofManager, admin: ofAdministrator, auditor: ofAuditor };

async function takeAll(
  browser: Browser,
  mode: keyof typeof MODES,
  who: keyof typeof SCREENS,
  { url, password }: Options,
): Promise<void> {
  const context = await browser.newContext({ ...MODES[mode], baseURL: url, locale: "en-GB" });
  const page = await context.newPage();
  const quiet = whenQuiet(page);
  await page.goto("/sign-in");
  if (who === "manager") await keep(page, quiet, `sign-in-${mode}`);
  await signInOnPage(page, `${who}@example.com`, password);
  await page.getByRole("heading", { name: "Home" }).waitFor();
  for (const [name, path] of Object.entries(await SCREENS[who](page))) {
    await page.goto(path);
    await keep(page, quiet, `${name}-${mode}`);
  }
  await context.close();
}

/** The old pictures stay until all new ones are taken. */
async function main(options: Options): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  await rm(TAKEN, { recursive: true, force: true });
  await mkdir(TAKEN, { recursive: true });
  try {
    for (const mode of Object.keys(MODES) as (keyof typeof MODES)[])
      for (const who of Object.keys(SCREENS) as (keyof typeof SCREENS)[])
        await takeAll(browser, mode, who, options);
    await rm(TARGET, { recursive: true, force: true });
    await rename(TAKEN, TARGET);
  } finally {
    await browser.close();
    await rm(TAKEN, { recursive: true, force: true });
  }
  console.log(`The pictures are in ${TARGET}`);
}

await main(readOptions()).catch(reportFailure);
