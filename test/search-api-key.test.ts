import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { RequestListener } from "node:http";
import { signToken } from "./support/fake-backend.ts";
import { granted, projectId, refused, request, SearchService } from "./support/retrieval-app.ts";

let service: SearchService;

beforeEach(async () => {
  service = await SearchService.start();
});

afterEach(() => service.stop());

describe("a caller with an API key", () => {
  const key = "cmk_live_whatever";
  const profile: RequestListener = (_request, response) =>
    response.end(JSON.stringify({ success: true, data: { id: "user-1", role: "customer" } }));
  /** The backend's responses about a key: first its owner, then the permission. */
  const backend =
    (whose: RequestListener): RequestListener =>
    (incoming, response) =>
      (incoming.url === "/api/v1/auth/profile" ? whose : granted)(incoming, response);
  const search = (headers: Record<string, string> = {}, more: object = {}) =>
    service.call("/search", { body: request(more), headers: { "x-api-key": key, ...headers } });

  it("is authenticated by the backend, with the same header each time", async () => {
    service.backend.answer = backend(profile);
    await expect(search({ "x-forwarded-for": "192.0.2.1" })).resolves.toMatchObject({ status: 200 });
    expect(service.backend.requests.map(({ url }) => url)).toEqual([
      "/api/v1/auth/profile",
      `/api/customer/projects/${projectId}`,
    ]);
    for (const { headers } of service.backend.requests) {
      expect(headers).toMatchObject({
        "x-api-key": key,
        "x-forwarded-for": expect.stringMatching(/^192\.0\.2\.1, .*127\.0\.0\.1$/),
      });
      expect(headers.authorization).toBeUndefined();
    }
  });

  it.each<[string, Record<string, string>, object]>([
    ["X-User-Id", { "x-user-id": "user-2" }, {}],
    ["X-User-Role", { "x-user-role": "admin" }, {}],
    ["user_id", {}, { user_id: "user-2" }],
  ])("is refused a forged %s", async (_what, headers, more) => {
    service.backend.answer = backend(profile);
    await expect(search(headers, more)).resolves.toMatchObject(refused(403, "FORBIDDEN"));
    expect(service.searched).toEqual([]);
  });

  it("is refused with a token beside the key", async () => {
    service.backend.answer = backend(profile);
    const authorization = `Bearer ${await signToken(service.backend)}`;
    await expect(search({ authorization })).resolves.toMatchObject(refused(400, "VALIDATION_ERROR"));
    expect(service.backend.requests).toEqual([]);
  });

  it.each([
    [401, 401, "UNAUTHORIZED"],
    [403, 403, "FORBIDDEN"],
    [429, 503, "SERVICE_UNAVAILABLE"],
    [500, 503, "SERVICE_UNAVAILABLE"],
    [302, 503, "SERVICE_UNAVAILABLE"],
  ])("whom the backend answers %s gets %s", async (answered, status, code) => {
    service.backend.answer = backend((_request, response) => response.writeHead(answered).end("{}"));
    await expect(search()).resolves.toMatchObject(refused(status, code));
    expect(service.searched).toEqual([]);
  });

  it("gets nothing if the backend's answer is invalid", async () => {
    service.backend.answer = backend((_request, response) => response.end("<html>"));
    await expect(search()).resolves.toMatchObject(refused(503, "SERVICE_UNAVAILABLE"));
  });
});
