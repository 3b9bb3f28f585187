const CHANNEL = "signed-in-again";

/** Reports to the other tabs who has signed in again. */
export function reportSignIn(userId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(userId);
  channel.close();
}

/** Calls `onSignIn` when that user signs in again in another tab; returns a function that stops this. */
export function onSignInElsewhere(userId: string, onSignIn: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === userId) onSignIn();
  };
  return () => channel.close();
}
