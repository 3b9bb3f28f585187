import { describe, expect, test } from "@jest/globals";
import { createApiClient } from "./support/api-client.ts";
import { startProduct } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");

describe("a gateway without the services", () => {
  test("forwards to their processes, including responses and uploads", async () => {
    const target = product.config.backendUrl;
    const gateway = await startProduct({
      environment: {
        SERVICES: "gateway",
        SERVICE_URLS: `identity=${target},backend=${target}`,
        PUBLIC_URL: target,
      },
    });
    try {
      const through = createApiClient(gateway.config.backendUrl, customer.token);
      expect((await through.get("/api/v1/users/me")).data.id).toBe(customer.id);
      const created = await through.send("POST", "/api/v1/projects", {
        name: "Through the gateway",
        framework: "soc2",
      });
      expect(created.status).toBe(201);
      expect((await through.get(`/api/v1/projects/${created.data.id}`)).data.name).toBe(
        "Through the gateway",
      );
      expect((await through.get("/api/v1/evidence")).status).toBe(404);
      expect((await createApiClient(gateway.config.backendUrl).get("/api/v1/users/me")).status).toBe(401);
    } finally {
      await gateway.stop();
    }
  });

  test("answers 503 if a service is unreachable", async () => {
    const gateway = await startProduct({
      environment: { SERVICES: "gateway", SERVICE_URLS: "backend=http://127.0.0.1:9" },
    });
    try {
      const { status, body } = await gateway.anonymous.get("/api/v1/users/me");
      expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    } finally {
      await gateway.stop();
    }
  });
});
