import { describe, expect, it } from "@jest/globals";
import { useStatements } from "../support/statement-stage.ts";

const { read, ids } = await useStatements();

describe("a read that means nothing", () => {
  it.each<[string, string, unknown, string]>([
    ["an unknown attribute", "Evidence", { nope: 1 }, 'Evidence has no attribute "nope"'],
    ["an attribute of every object", "Evidence", { constructor: "a" }, 'no attribute "constructor"'],
    ["SQL as an attribute", "Evidence", { '"; drop table users; --': 1 }, "no attribute"],
    [
      "an unknown attribute of a relation",
      "Evidence",
      { project: { nope: 1 } },
      'Project has no attribute "nope"',
    ],
    ["an unknown operator", "Evidence", { title: { $regex: "a" } }, '"$regex" is not an operator'],
    ["an attribute of a value", "Finding", { reported: { a: "b" } }, '"a" is not an operator'],
    ["an operator without attribute", "Evidence", { $not: { title: "a" } }, 'no attribute "$not"'],
    ["one value as a list", "Evidence", { title: { $in: "a" } }, "$in takes a list"],
    ["one value as contents", "Evidence", { tags: { $contains: "a" } }, "$contains takes a list"],
    ["a list as one value", "Evidence", { title: { $gt: ["a"] } }, "$gt takes one value"],
    ["a list as a pattern", "Evidence", { title: { $like: ["a"] } }, "$like takes one value"],
    ["more than null", "Evidence", { title: { $gt: null } }, "$gt compares with a value, not with null"],
    ["nothing in a list", "Evidence", { title: { $in: null } }, "$in compares with a value, not with null"],
    ["more than a constant", "Evidence", { approvedUnread: { $gt: true } }, "not with true"],
    [
      "a value with its own operators",
      "Evidence",
      { title: { $eq: { $ne: "a" } } },
      "$eq compares with a value",
    ],
    ["an alternative for every row", "Evidence", { $or: [{ title: "a" }, {}] }, "has no condition"],
    ["an alternative for every row, hidden", "Evidence", { $or: [{ $and: [] }] }, "has no condition"],
    ["alternatives that are no list", "Evidence", { $or: { title: "a" } }, "$or takes a list of filters"],
    ["parts that are no filters", "Evidence", { $and: ["a"] }, "attributes and their values"],
    ["many rows like one", "Project", { team: { user: "u" } }, '"team" has many rows'],
    ["many rows by id", "Project", { team: "u" }, '"team" has many rows'],
    ["many rows twice", "Project", { team: { $some: {}, $none: {} } }, '"team" has many rows'],
    ["no filter", "Evidence", null, "attributes and their values"],
  ])("%s", (_what, name, where, message) => {
    expect(() => ids(name, { where })).toThrow(message);
  });

  it("has an unknown order, an order by many rows, or an unknown direction", () => {
    expect(() => ids("Evidence", { where: {}, orderBy: { nope: "asc" } })).toThrow("no attribute");
    expect(() => ids("Project", { where: {}, orderBy: { team: "asc" } })).toThrow("not one column");
    expect(() => ids("Evidence", { where: {}, orderBy: { id: "asc; drop table users" } })).toThrow(
      'either "asc" or "desc"',
    );
  });

  it("is also one with an unknown attribute", () => {
    expect(() => read("Evidence", { where: {}, also: ["nope"] })).toThrow('no attribute "nope"');
  });
});
