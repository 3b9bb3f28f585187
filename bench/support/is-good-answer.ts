import { z } from "zod";

/**
 * A question, and the parts of a good answer: phrases quoted from their files. A question without phrases has
 * no answer.
 */
export const EvaluatedQuestions = z.array(
  z.object({
    question: z.string(),
    needs: z.array(z.object({ file: z.string(), phrase: z.string() })),
    /** A nearby phrase that answers something else. */
    unwanted: z.string().optional(),
  }),
);
export type EvaluatedQuestion = z.infer<typeof EvaluatedQuestions>[number];

export interface Given {
  text: string;
  citations: readonly { file_name: string; quote: string }[];
}

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").toLowerCase();

/** Whether every required file is cited with its phrase, and the unwanted phrase does not occur. */
export function isGoodAnswer({ needs, unwanted }: EvaluatedQuestion, { text, citations }: Given): boolean {
  const isOne = ({ file, phrase }: EvaluatedQuestion["needs"][number]): boolean => {
    const quotes = citations.filter(({ file_name: name }) => name === file);
    return (
      quotes.length > 0 &&
      plain([text, ...quotes.map(({ quote }) => quote)].join(" ")).includes(plain(phrase))
    );
  };
  return needs.every(isOne) && (unwanted === undefined || !plain(text).includes(plain(unwanted)));
}
