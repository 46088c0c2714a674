const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Waits for a signal. A second one ends the process at once, since nobody catches it any more. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
}
