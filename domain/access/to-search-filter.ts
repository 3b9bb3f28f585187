import type { Question } from "./question.ts";

/** An Elasticsearch query for the filter context. */
export type SearchFilter = Record<string, unknown>;

/**
 * The index's value for null (`null_value` of keyword fields): it distinguishes a null attribute from a
 * missing one, which must not grant access.
 */
export const SEARCH_NULL = "\u0000null";

/**
 * The question as an Elasticsearch filter, which selects exactly the documents whose row `matches` accepts.
 * Documents have the row's attributes at the same paths, with nulls for those of an absent relation; ids and
 * enums are keyword fields with SEARCH_NULL, collections are `nested`. An attribute that is not in the index
 * matches nothing.
 */
export function toSearchFilter(question: Question, within = ""): SearchFilter {
  switch (question.kind) {
    case "always":
      return { match_all: {} };
    case "never":
      return { match_none: {} };
    case "equals":
      return { term: { [within + question.path]: question.value ?? SEARCH_NULL } };
    case "differs": {
      const field = within + question.path;
      const equal = { term: { [field]: question.value ?? SEARCH_NULL } };
      return { bool: { filter: [{ exists: { field } }], must_not: [equal] } };
    }
    case "oneOf":
      return { terms: { [within + question.path]: [...question.values] } };
    case "some": {
      const path = within + question.path;
      return {
        nested: { path, query: toSearchFilter(question.question, `${path}.`), ignore_unmapped: true },
      };
    }
    case "all":
      return { bool: { filter: question.questions.map((q) => toSearchFilter(q, within)) } };
    case "any":
      return {
        bool: { should: question.questions.map((q) => toSearchFilter(q, within)), minimum_should_match: 1 },
      };
  }
}
