import { expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";

const STATES = "domain/webhooks/delivery-states.ts";
const WRITE =
  /(?:update|insert into) webhook_deliveries|\.(?:create|insert|upsert|nativeUpdate)\(\s*WebhookDelivery\b/;

it("changes the states of deliveries in one file", () => {
  const writers = globSync("{domain,activities,workers,runtime,api}/**/*.ts").filter((file) =>
    WRITE.test(readFileSync(file, "utf8")),
  );
  expect(writers).toEqual([STATES]);
});
