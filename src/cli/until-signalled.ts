const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves on SIGINT or SIGTERM. A second signal ends the process at once, since the handlers are removed by then. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
}
