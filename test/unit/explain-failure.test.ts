import { describe, expect, test } from "@jest/globals";
import { explainSilence } from "../../integrations/explain-failure.ts";
import { sendMessage } from "../../integrations/whatsapp/send-message.ts";
import { OutboundError } from "../../platform/http/outbound-error.ts";
import { createOutbound } from "../../platform/http/outbound.ts";

const outbound = createOutbound({ mayReach: [], plainHttpTo: [], timeoutMs: 1_000, maxBytes: 1_000 });

describe("a request without a response", () => {
  test.each([
    "http://93.184.216.34/",
    "https://user:password@93.184.216.34/",
    "https://93.184.216.34:25/",
    "https://127.0.0.1/",
    "https://localhost/",
    "gopher://93.184.216.34/",
  ])("to %s has a wrong address", async (address) => {
    const error: unknown = await outbound.fetch(address).catch((reason: unknown) => reason);
    expect(explainSilence(error)).toMatchObject({ ok: false, problem: "wrong_address" });
  });

  test.each(["took too long to answer", "cannot be reached", "answered more than 1000 bytes of its report"])(
    "that %s reached no one",
    (problem) => {
      const error = new OutboundError(new URL("https://example.com/"), problem);
      expect(explainSilence(error)).toMatchObject({ ok: false, problem: "unreachable" });
    },
  );

  test("to a wrong address of WhatsApp is not retried", async () => {
    const settings = {
      api_url: "http://93.184.216.34",
      phone_number_id: "1",
      access_token: "t",
      app_secret: "s",
      webhook_verify_token: "v",
      template_name: "t",
      template_language: "en",
    };
    const message = { to: "491700000000", message: { text: "Hello" }, inWindow: true };
    expect(await sendMessage(outbound, settings, message)).toMatchObject({
      ok: false,
      reaction: "stop",
      problem: "wrong_address",
    });
  });
});
