import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../http/api-error.ts";
import { api } from "../../http/client.ts";
import { answerSuggestionsQuery, conversationQuery, type Answer } from "./assistant.queries.ts";
import { readEvents } from "./read-events.ts";

interface Question {
  message: string;
  conversationId: string | undefined;
}

const suggestionsOf = ({ context: { control }, suggestions }: Answer) =>
  control === undefined ? null : { control, suggestions };

interface Moments {
  onAnswer: (answer: Answer) => void;
  /** Called without an answer, also if the page was left before it came. */
  onNoAnswer: (question: string) => void;
}

/** Asks a question and shows the answer as it is streamed. */
export function useAsk(projectId: string, { onAnswer, onNoAnswer }: Moments) {
  const queries = useQueryClient();
  const abort = useRef<AbortController>(null);
  const [steps, setSteps] = useState<string[]>([]);
  const [text, setText] = useState("");
  const ask = useMutation({
    mutationFn: async ({ message, conversationId }: Question) => {
      abort.current = new AbortController();
      setSteps([]);
      setText("");
      const { data } = await api.POST("/ai/chat", {
        body: {
          message,
          context: { project_id: projectId },
          ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
        },
        headers: { Accept: "text/event-stream" },
        parseAs: "stream",
        signal: abort.current.signal,
      });
      if (!data) throw ApiError.unreachable(new Error("there was no answer"));
      return readEvents(data, {
        onStep: (tool) => setSteps((before) => [...before, tool]),
        onToken: (piece) => setText((before) => before + piece),
      });
    },
    onSuccess: async (answer) => {
      // Keep showing the streamed answer until the stored one has loaded.
      await queries.query({ ...conversationQuery(answer.conversation_id), staleTime: 0 });
      queries.setQueryData(answerSuggestionsQuery(answer.conversation_id).queryKey, suggestionsOf(answer));
      onAnswer(answer);
    },
    onError: (_, { message }) => onNoAnswer(message),
    // A conversation may also begin with a question that was stopped.
    onSettled: () => void queries.invalidateQueries({ queryKey: ["conversations", "list", projectId] }),
  });
  useEffect(() => () => abort.current?.abort(), []);
  /** What the user has stopped is no failure. */
  const stop = (): void => {
    abort.current?.abort();
    ask.reset();
  };
  return { ask, steps, text, stop };
}
