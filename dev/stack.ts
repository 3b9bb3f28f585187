import { readArgs } from "./read-args.ts";
import { StackError, reportFailure } from "./stack/stack-error.ts";
import { onStopSignals } from "./stack/signals.ts";
import { findTestStack, publishTestStack, startTestStack } from "./stack/test-stack.ts";

const HELP = `npm run stack

Starts the servers that tests need and keeps them running until Ctrl-C. During this time, \`npm test -- test/some.test.ts\` in
another terminal uses them and starts at once. To run jest directly, set the printed variables.
`;

async function holdServers(): Promise<void> {
  if (findTestStack() !== null)
    throw new StackError("The test servers of this checkout are running already.");
  const starting = startTestStack({ report: (text) => console.error(`  ${text}`) });
  let unpublish = (): void => undefined;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    unpublish();
    await starting.stop();
  };
  onStopSignals(() => void stop());
  try {
    const stack = await starting.ready;
    unpublish = publishTestStack(stack);
    for (const [name, value] of Object.entries(stack.environment)) console.log(`export ${name}='${value}'`);
    const first = await Promise.race(
      stack.children.map(({ name, exited }) => exited.then((how) => `${name}: ${how}`)),
    );
    if (!isStopping) throw new StackError(`A server stopped unexpectedly (${first}).`);
  } catch (error) {
    if (!isStopping) reportFailure(error);
  } finally {
    await stop();
  }
}

readArgs({ help: HELP }, () => undefined);
await holdServers().catch(reportFailure);
