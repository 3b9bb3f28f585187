/** The answers of so many calls, ten at a time: one after the other would outlast the window in which they count. */
export async function atOnce<T>(times: number, call: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < times) {
      begun += 1;
      answers.push(await call());
    }
  };
  await Promise.all(Array.from({ length: 10 }, lane));
  return answers;
}
