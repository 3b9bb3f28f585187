import type { Question } from "./question.ts";

export type Filter = Record<string, unknown>;

const NOTHING: Filter = { id: { $in: [] } };

const nest = (path: string, leaf: unknown): Filter =>
  path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), leaf) as Filter;

/**
 * The question as a MikroORM filter, which selects exactly the rows that `matches` accepts. An unknown
 * attribute makes the query fail.
 */
export function toFilter(question: Question): Filter {
  switch (question.kind) {
    case "always":
      return {};
    case "never":
      return NOTHING;
    case "equals":
      return nest(question.path, question.value);
    case "differs": {
      const differs = nest(question.path, { $ne: question.value });
      // In SQL, null differs from nothing; here it differs from every value.
      return question.value === null ? differs : { $or: [differs, nest(question.path, null)] };
    }
    case "oneOf":
      return nest(question.path, { $in: [...question.values] });
    case "some":
      return nest(question.path, { $some: toFilter(question.question) });
    case "all":
      return { $and: question.questions.map(toFilter) };
    case "any":
      return { $or: question.questions.map(toFilter) };
  }
}
