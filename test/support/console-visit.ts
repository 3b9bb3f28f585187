import { afterAll, afterEach, beforeAll, beforeEach, expect } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { openConsole, type ConsoleBrowser, type Visit } from "./console.ts";
import {
  setConsoleStage,
  setEvidenceStage,
  setProjectStage,
  type ConsoleStage,
  type ProjectStage,
} from "./console-stage.ts";
import { startProduct, type Product, type ProductOptions } from "./product.ts";

const START_MS = 300_000;
const STOP_MS = 60_000;

/** A separate journey for each test of the file, on one product. */
export interface Journey<S extends ProjectStage = ConsoleStage> {
  product: Product;
  stage: S;
  visit: Visit;
  page: Page;
  /** A separate browser without a cache, such as one in another language. Closed after the test. */
  open: ConsoleBrowser["visit"];
  /** A signed-in user in a separate browser, which is closed after the test. */
  beside(email: string, path?: string): Promise<Visit>;
  /** Opens the console as this user. */
  comeIn(email: string, path?: string): Promise<void>;
}

/** Waits for the requested element, so that tests can expect it. */
export const isShown = async (locator: Locator): Promise<boolean> => {
  await locator.first().waitFor();
  return true;
};

interface StagedConsole<S> {
  product: Product;
  stage: S;
  browser: ConsoleBrowser;
}

/** A product with a stage and a browser for all tests of the file; available once they run. */
export function setUpConsole<S>(
  options: ProductOptions,
  setStage: (product: Product) => Promise<S>,
): StagedConsole<S> {
  const staged = {} as StagedConsole<S>;
  // Of what has been started, even if the rest has failed.
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    staged.product = await startProduct(options);
    stops.push(() => staged.product.stop());
    staged.stage = await setStage(staged.product);
    staged.browser = await openConsole(staged.product.config.publicUrl);
    stops.push(() => staged.browser.close());
  }, START_MS);
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  }, STOP_MS);
  return staged;
}

/** Opens the console as this user. */
export async function enter({ page, startSession }: Visit, email: string, path = "/"): Promise<void> {
  await startSession(email);
  await page.goto(path);
  // On a phone, it is behind a button.
  await page.locator("nav").first().waitFor({ state: "attached" });
}

/** In every journey, the pages do nothing that their policy forbids, log no error and call no other server. */
function setUp<S extends ProjectStage>(
  options: ProductOptions,
  setStage: (product: Product) => Promise<S>,
): Journey<S> {
  const staged = setUpConsole(options, setStage);
  const journey = {} as Journey<S>;
  let others: Visit[] = [];
  beforeAll(() => {
    journey.product = staged.product;
    journey.stage = staged.stage;
  });
  beforeEach(async () => {
    const { browser } = staged;
    const visit = await browser.visitAgain();
    journey.visit = visit;
    journey.page = visit.page;
    journey.comeIn = (email, path) => enter(visit, email, path);
    journey.open = async (options) => {
      const other = await browser.visit(options);
      others.push(other);
      return other;
    };
    journey.beside = async (email, path) => {
      const other = await browser.visitAgain();
      others.push(other);
      await enter(other, email, path);
      return other;
    };
  });
  afterEach(async () => {
    const visits = [journey.visit, ...others];
    others = [];
    for (const visit of visits) await visit.close();
    expect(visits.flatMap(({ problems }) => problems)).toEqual([]);
  });
  return journey;
}

/** Journeys with worker and search, in a project with ingested evidence. */
export const setUpJourneys = (): Journey => setUp({ parts: ["worker", "retrieval"] }, setConsoleStage);

/** Journeys on the API alone, or with more parts, in a project with evidence. Its ingestion is not awaited. */
export const setUpEvidenceJourneys = (options: ProductOptions = {}): Journey =>
  setUp(options, setEvidenceStage);

/** Journeys on the API alone, or with more parts, in a project without evidence. */
export const setUpDeskJourneys = (options: ProductOptions = {}): Journey<ProjectStage> =>
  setUp(options, setProjectStage);
