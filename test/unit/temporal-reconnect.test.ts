import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { checkTemporal } from "../../platform/temporal/check-temporal.ts";
import { createTemporalClient } from "../../platform/temporal/temporal.ts";

const ATTEMPTS = 6;
/** The longest pause is 2 seconds, and gRPC varies it by a fifth. */
const LONGEST_MS = 3_500;

test("a client connects again within seconds, however long Temporal was unreachable", async () => {
  const attempts: number[] = [];
  const server = createServer((socket) => {
    attempts.push(performance.now());
    socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const temporal = createTemporalClient({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: "none" });
  while (attempts.length < ATTEMPTS) await expect(checkTemporal(temporal.client)).rejects.toThrow();
  await temporal.close();
  server.close();
  const pauses = attempts.slice(1).map((at, n) => at - attempts[n]!);
  expect(Math.max(...pauses)).toBeLessThan(LONGEST_MS);
});
