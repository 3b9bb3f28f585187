import { findProgram } from "./locations.mjs";
import { SetupError } from "./setup-error.mjs";

/** The mvn command; `remedy` suggests an alternative. */
export function findMaven(what, remedy) {
  const maven = findProgram("mvn");
  if (maven !== null) return maven;
  throw new SetupError(
    `${what} is fetched with Maven and mvn was not found: install it (Debian: apt-get install maven), ${remedy}.`,
  );
}
