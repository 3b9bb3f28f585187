/** Lets one process at a time work on the folder; `onWait` is called if another one does. */
export function withLock<T>(folder: string, onWait: () => void, work: () => Promise<T>): Promise<T>;
