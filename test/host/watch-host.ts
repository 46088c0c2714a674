import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';

/** Functions that change the process. A comparison would miss a change that is undone later. */
const CALLS: readonly (readonly [holder: object, name: string, needsArguments?: boolean])[] = [
  [v8, 'setFlagsFromString'],
  [process, 'chdir'],
  [process, 'exit'],
  [process, 'abort'],
  [process, 'kill'],
  [process, 'emitWarning'],
  [process, 'setUncaughtExceptionCaptureCallback'],
  // Without an argument it only reads the mask.
  [process, 'umask', true],
];

/** Events of failures that the library did not handle. */
const FAILURES = ['unhandledRejection', 'uncaughtException', 'warning'];

/**
 * Watches this process for changes. Watching changes the process itself, so call it before `captureHost`.
 *
 * @returns a list that grows by one line of text for each change
 */
export function watchHost(): readonly string[] {
  const seen: string[] = [];
  // Node opens these streams when they are first read.
  void [process.stdout, process.stderr];
  for (const event of FAILURES) process.on(event, (value) => seen.push(`${event}: ${String(value)}`));
  process.on('newListener', (event) => seen.push(`a listener of ${String(event)} was added to process`));
  for (const [holder, name, needsArguments = false] of CALLS) {
    const original = Reflect.get(holder, name) as (...args: unknown[]) => unknown;
    Reflect.set(holder, name, (...args: unknown[]) => {
      if (!needsArguments || args.length > 0) seen.push(`${name}(${args.map(String).join(', ')}) was called`);
      return original.apply(holder, args);
    });
  }
  watchGlobals((key) => seen.push(`${String(key)} was defined on globalThis`));
  syncBuiltinESMExports();
  return seen;
}

/** Reports the globals that code outside of Node defines, including those that Node would define itself later. */
function watchGlobals(report: (key: PropertyKey) => void): void {
  const { defineProperty } = Object;
  Object.defineProperty = (target, key, descriptor) => {
    const [, , caller = ''] = new Error().stack?.split('\n') ?? [];
    if ((target as object) === globalThis && !caller.includes('(node:')) report(key);
    return defineProperty(target, key, descriptor);
  };
}
