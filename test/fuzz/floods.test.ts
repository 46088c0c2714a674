import { expect, it } from 'vitest';
import { MOST_MEMORY, runUnder } from './floods.ts';

it.each(['chats', 'mixed'] as const)(
  'a target that answers every request with a flood of %s is judged in bounded memory',
  async (kind) => {
    const { peak, exitCode } = await runUnder(kind, 'spec/profiles/reference.yaml');
    expect(exitCode).not.toBeNull();
    // A process that measured nothing would appear small.
    expect(peak).toBeGreaterThan(30);
    expect(peak).toBeLessThan(MOST_MEMORY);
  },
);
