import { beforeEach, describe, expect, it } from 'vitest';
import { judge, MISTAKES, type Program } from './judge-peer.ts';

/** A server in another language, written without looking at our sources. */
export interface Peer extends Program {
  /** Why it cannot run on this machine, if it cannot. */
  readonly missing: string | undefined;
  /** Values of DIFFERENCE that the suite must accept, with flags of `check`. Differences that do not interact share a run. */
  readonly differences: readonly (readonly [names: string, ...flags: string[]])[];
  /** Values of MISTAKE that the suite must find, with the checks to run and a requirement that fails. */
  readonly mistakes: readonly (readonly [id: string, only: string, requirement: string])[];
}

/** Describes that the suite accepts the server, both sound and with its differences, and finds its mistakes. */
export function describePeer(peer: Peer): void {
  describe(`the server in test/peers/${peer.name}`, () => {
    beforeEach(({ skip }) => {
      if (peer.missing !== undefined) skip(peer.missing);
    });

    it('is conformant', async () => {
      expect(await judge(peer, {}, [])).toMatchObject({ code: 0, verdict: 'conformant', failed: [] });
    });

    it.each(peer.differences)('is conformant with the differences %s', async (names, ...flags) => {
      const judged = await judge(peer, { DIFFERENCE: names }, flags.length > 0 ? flags : ['--fast']);
      expect(judged).toMatchObject({ code: 0, verdict: 'conformant', failed: [] });
    });

    for (const [id, only, requirement] of peer.mistakes) {
      // On a machine that stands still, the server's timers are late too, and a mistake about a deadline does not show.
      const retry = only === 'interactions.expiry' ? 1 : 0;
      it(`is nonconformant with the mistake ${id}`, { retry }, async () => {
        expect(MISTAKES.map((mistake) => mistake.id)).toContain(id);
        expect(await judge(peer, { MISTAKE: id }, ['--only', only])).toMatchObject({
          code: 1,
          verdict: 'nonconformant',
          failed: expect.arrayContaining([requirement]),
        });
      });
    }
  });
}
