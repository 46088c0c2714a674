import { closeSync, openSync } from 'node:fs';

/** Sent by Ctrl-C, by a supervisor that stops the process, and by a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal that a server may handle otherwise. */
type Hangup = { readonly onHangup?: (() => void) | undefined };

/**
 * Calls a function on the first of these signals, so that the process can end in an orderly way. A second signal ends the process at once,
 * since the handlers are removed by then.
 *
 * @param onHangup called on each SIGHUP instead, unless it was sent because the terminal was closed. Windows sends it only then
 * @returns a function that removes the handlers
 */
export function onceSignalled(stop: () => void, { onHangup }: Hangup = {}): () => void {
  const hadTerminal = onHangup !== undefined && hasTerminal();
  const remove = () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
  const listener = (signal: NodeJS.Signals) => {
    if (signal === 'SIGHUP' && onHangup && process.platform !== 'win32' && hadTerminal === hasTerminal())
      return onHangup();
    remove();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return remove;
}

/** Whether the process has a terminal that can be closed. A service of the system has none. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** Resolves on SIGINT, SIGTERM or SIGHUP. A second signal ends the process at once. @param options as for `onceSignalled` */
export function untilSignalled(options?: Hangup): Promise<void> {
  return new Promise((resolve) => {
    onceSignalled(resolve, options);
  });
}
