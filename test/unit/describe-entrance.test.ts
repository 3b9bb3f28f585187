import { describe, expect, it } from "@jest/globals";
import { describeEntrance } from "../../dev/stack/describe-entrance.ts";

const environment = {
  BACKEND_URL: "http://127.0.0.1:3000",
  RETRIEVAL_URL: "http://127.0.0.1:8001",
  TEMPORAL_UI_URL: "http://127.0.0.1:8233",
  DATA_DIR: "/data",
};
const accounts = [{ email: "admin@example.com", role: "admin" as const }];
const demo = { accounts, password: "a-password", link: null };
const addressesIn = (text: string): string[] => text.match(/https?:\/\/\S+/g) ?? [];

describe("what npm start prints", () => {
  it("is one address, the console's", () => {
    expect(addressesIn(describeEntrance(environment, demo, false))).toEqual([environment.BACKEND_URL]);
  });

  it("is every address on request", () => {
    const { BACKEND_URL: url, RETRIEVAL_URL: search, TEMPORAL_UI_URL: ui } = environment;
    const printed = addressesIn(describeEntrance(environment, demo, true));
    expect(printed).toEqual([url, `${url}/docs`, `${url}/openapi.json`, search, ui]);
  });

  it("is the password of the demo accounts only when it is set", () => {
    expect(describeEntrance(environment, demo, false)).toContain("a-password");
    const later = describeEntrance(environment, { ...demo, password: null }, false);
    expect(later).toContain("was shown at the first start");
  });

  it("names no accounts in an organisation of its own", () => {
    const link = `${environment.BACKEND_URL}/reset-password?token=x`;
    expect(describeEntrance(environment, { accounts: [], password: null, link }, false)).toContain(link);
    const later = describeEntrance(environment, { accounts: [], password: null, link: null }, false);
    expect(later).not.toContain("Password");
  });
});
