import { describe, it } from 'vitest';
import { NODES } from '../../runtimes/nodes.ts';
import { expectNoLeaks } from './measure-leaks.ts';

// leaks.test.ts does the same on the Node of the tests.
const others = NODES.filter(({ version }) => `v${version}` !== process.version);

describe('calls of every sort leave nothing behind on', () => {
  it.for(others)('Node $version', async ({ program, missing }, { skip, signal }) => {
    skip(missing !== undefined, missing);
    await expectNoLeaks(program, ['--expose-gc'], signal);
  });
});
