interface PendingItem<I, O> {
  item: I;
  done: (answer: O) => void;
  fail: (error: unknown) => void;
}

/**
 * Batches single requests: what arrives while `run` is running goes into the next run, and nothing waits for
 * more. If a run fails, each of its items is retried alone, so that one cannot fail the others.
 */
export function batched<I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
  atMost: number,
): (item: I) => Promise<O> {
  let waiting: PendingItem<I, O>[] = [];
  let busy = false;

  const alone = async ({ item, done, fail }: PendingItem<I, O>): Promise<void> => {
    try {
      done((await run([item]))[0]!);
    } catch (error) {
      fail(error);
    }
  };

  async function runAll(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, atMost);
      waiting = waiting.slice(atMost);
      const answers = await run(batch.map(({ item }) => item)).catch(() => null);
      if (answers === null) for (const one of batch) await alone(one);
      else for (const [at, { done }] of batch.entries()) done(answers[at]!);
    }
    busy = false;
  }

  return (item) =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail });
      if (!busy) void runAll();
    });
}
