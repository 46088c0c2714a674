import type { RequestListener } from 'node:http';
import type { Clock } from '../../reference/clock.ts';
import type { Decorator } from '../../reference/ports.ts';
import type { assemble } from '../../reference/start.ts';
import { wireWithClock } from '../decorators/ports.ts';

/** Starts a server. It is passed in, so that the list of fronts does not contain the whole server. */
export type Assemble = typeof assemble;

/** Sends requests by turns to the server and to a second one, which starts with the first request and ends with the process. */
export function twoInstances(start: Assemble): Decorator {
  return wireWithClock((clock) => (first) => {
    let second: Promise<RequestListener> | undefined;
    let count = 0;
    return (request, response) => {
      count += 1;
      second ??= openUnheard(start, clock);
      if (count % 2 === 1) first(request, response);
      else void second.then((listener) => listener(request, response));
    };
  });
}

/** Starts a server that listens nowhere. */
async function openUnheard(start: Assemble, clock: Clock): Promise<RequestListener> {
  let opened: RequestListener = () => {};
  await start({
    faults: true,
    clock,
    listen: async () => ({ url: '', address: '' }),
    decorators: [
      {
        wire: (listener) => {
          opened = listener;
          return listener;
        },
      },
    ],
  });
  return opened;
}
