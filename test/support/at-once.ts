/** The results of this many calls, ten at a time: in sequence they would exceed their rate window. */
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
