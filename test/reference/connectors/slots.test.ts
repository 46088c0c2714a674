import { describe, expect, it } from 'vitest';
import { Slots } from '../../../src/reference/connectors/slots.ts';
import { neverAborted } from './calling.ts';

describe('a slot', () => {
  it('goes to the caller that has waited longest', async () => {
    const slots = new Slots(1);
    await slots.take(neverAborted());
    const served: string[] = [];
    const first = slots.take(neverAborted()).then(() => served.push('first'));
    const second = slots.take(neverAborted()).then(() => served.push('second'));

    slots.release();
    await first;
    expect(served).toEqual(['first']);
    slots.release();
    await second;
  });

  it('does not go to a caller that has stopped waiting', async () => {
    const slots = new Slots(1);
    await slots.take(neverAborted());
    const turn = new AbortController();
    const left = slots.take(turn.signal);
    const waits = slots.take(neverAborted());

    turn.abort(new Error('the turn was cancelled'));
    await expect(left).rejects.toThrow('the turn was cancelled');
    slots.release();

    await expect(waits).resolves.toBeUndefined();
  });

  it('is not taken by a caller with an aborted signal', async () => {
    const slots = new Slots(1);
    await expect(slots.take(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    await expect(slots.take(neverAborted())).resolves.toBeUndefined();
  });
});
