import { stat } from "node:fs/promises";
import { beforeAll, expect, test } from "@jest/globals";
import { argon2Passwords } from "../../platform/crypto/passwords.ts";

const MANY = 40;

beforeAll(() => argon2Passwords.verify(null, "the first one prepares the others"));

/** Wrong passwords, and how many of them have been checked so far. */
function guess(caller: string) {
  const state = { checked: 0, all: Promise.resolve<unknown>(null) };
  const check = () => argon2Passwords.verify(null, "a guess", caller).then(() => (state.checked += 1));
  state.all = Promise.all(Array.from({ length: MANY }, check));
  return state;
}

test("many passwords at once do not delay files, which are read by the same threads", async () => {
  const guesses = guess("198.51.100.1");
  // Otherwise the files would come first.
  await Promise.resolve();
  for (let n = 0; n < 4; n++) await stat(import.meta.filename);
  expect(guesses.checked).toBeLessThan(MANY / 2);
  await guesses.all;
});

test("callers take turns, so that one's guesses do not delay the sign-in of another", async () => {
  const guesses = guess("198.51.100.1");
  await argon2Passwords.verify(null, "another password", "198.51.100.2");
  expect(guesses.checked).toBeLessThan(MANY / 2);
  await guesses.all;
});
