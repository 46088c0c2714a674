import type { Breakage } from '../../../src/alterations/alteration.ts';
import { BREAKAGES, WIRE_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import type { Decorator } from '../../../src/reference/ports.ts';

/** A breakage of streams that affects only one stream in `every`. */
export function rarely(id: string, every: number): Decorator {
  const found = [...BREAKAGES, ...WIRE_BREAKAGES].find(
    (breakage): breakage is Breakage => breakage.id === id,
  );
  const { exchange: breakOf } = found ?? {};
  if (!breakOf) throw new RangeError(`no breakage ${id} changes the exchange`);
  let streams = 0;
  return {
    exchange(sound) {
      const broken = breakOf(sound);
      return (request) => {
        if (request.operation.operationId !== 'streamMessage') return sound(request);
        streams += 1;
        return streams % every === 0 ? broken(request) : sound(request);
      };
    },
  };
}
