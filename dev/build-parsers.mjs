// What the set-up does when the parsers have changed; for the image, and for copies of the repository.
import { buildParsers } from "./setup/parsers.mjs";

await buildParsers();
