import { it } from 'vitest';
import { expectNoLeaks, THOROUGH } from './measure-leaks.ts';

it('calls of every kind leave no memory, listeners, timers or connections behind', ({ signal }) =>
  expectNoLeaks(process.execPath, ['--expose-gc'], signal, THOROUGH));
