/** Sent by Ctrl-C, by a supervisor that stops the process, and by a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls a function on the first of these signals, so that the process can end in an orderly way. A second signal ends the process at once,
 * since the handlers are removed by then.
 *
 * @returns a function that removes the handlers
 */
export function onceSignalled(stop: () => void): () => void {
  const remove = () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
  const listener = () => {
    remove();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return remove;
}

/** Resolves on SIGINT, SIGTERM or SIGHUP. A second signal ends the process at once. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    onceSignalled(resolve);
  });
}
