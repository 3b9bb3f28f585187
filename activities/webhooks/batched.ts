interface Waiting<I, O> {
  item: I;
  done: (answer: O) => void;
  fail: (error: unknown) => void;
}

/**
 * Does for many what is asked for one by one: what comes while `run` is at work waits and goes with the next run. Nobody
 * waits for company. When a run fails, each of its items is tried alone, so that one does not fail the others.
 */
export function batched<I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
  atMost: number,
): (item: I) => Promise<O> {
  let waiting: Waiting<I, O>[] = [];
  let busy = false;

  const alone = async ({ item, done, fail }: Waiting<I, O>): Promise<void> => {
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
