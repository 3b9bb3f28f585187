import { expect, test } from "@jest/globals";
import { frameworks } from "../../domain/frameworks/catalogue.rules.ts";
import { messages } from "../../web/src/i18n/de/messages.ts";

const slugOf = (category: string): string => category.toLowerCase().replaceAll(/[^a-z]+/g, "_");

test("every group of our catalogues has a German name, and no other group has one", () => {
  const groups = new Set(
    frameworks.flatMap(({ controls }) => controls.map(({ category }) => slugOf(category))),
  );
  expect(Object.keys(messages.controlGroup).toSorted()).toEqual([...groups].toSorted());
});
