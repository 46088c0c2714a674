import { it } from 'vitest';
import { expectNoLeaks, LEAK_TIMEOUT, THOROUGH } from './measure-leaks.ts';

it(
  'calls of every kind leave no memory, listeners, timers or connections behind',
  { timeout: LEAK_TIMEOUT },
  ({ signal }) => expectNoLeaks(process.execPath, ['--expose-gc'], signal, THOROUGH),
);
