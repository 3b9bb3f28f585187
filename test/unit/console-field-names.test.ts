import { expect, test } from "@jest/globals";
import { LoginBody } from "../../api/identity/auth.routes.ts";
import { en } from "../../web/src/i18n/en.ts";

test("a refused sign-in names its field as the form does", () => {
  expect(Object.keys(LoginBody.shape).filter((name) => !Object.hasOwn(en.fieldName, name))).toEqual([]);
});
