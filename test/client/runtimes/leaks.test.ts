import { it } from 'vitest';
import { expectNoLeaks, THOROUGH } from './measure-leaks.ts';

it('calls of every sort leave no memory, listeners, timers and connections behind', ({ signal }) =>
  expectNoLeaks(process.execPath, ['--expose-gc'], signal, THOROUGH));
