import type { Program } from "./run-program.ts";

export interface Step {
  name: string;
  program: Program;
}

/** A client in one language: generated from the description, compiled, and run through the tour. */
export interface ClientLanguage {
  name: string;
  /** The steps, in a folder with `openapi.json`; the last one runs the tour. */
  prepare(folder: string, tour: Readonly<Record<string, string>>): Promise<Step[]>;
}
