import type { RequestListener } from 'node:http';
import type { Clock } from '../../reference/clock.ts';
import type { Decorator } from '../../reference/ports.ts';
import { assemble } from '../../reference/start.ts';
import { wireWithClock } from '../decorators/ports.ts';

/** Sends requests by turns to the server and to a second one, which starts with the first request and ends with the process. */
export function twoInstances(): Decorator {
  return wireWithClock((clock) => (first) => {
    let second: Promise<RequestListener> | undefined;
    let count = 0;
    return (request, response) => {
      count += 1;
      second ??= openUnheard(clock);
      if (count % 2 === 1) first(request, response);
      else void second.then((listener) => listener(request, response));
    };
  });
}

/** Assembles a server that listens nowhere. */
async function openUnheard(clock: Clock): Promise<RequestListener> {
  let opened: RequestListener = () => {};
  await assemble({
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
