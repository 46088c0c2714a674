import type { RequestListener } from 'node:http';
import type { Clock } from '../../reference/clock.ts';
import type { Decorator } from '../../reference/ports.ts';
import { assemble } from '../../reference/start.ts';

/** Sends requests by turns to the server and to a second one, which starts with the first request and ends with the process. */
export function twoInstances(): Decorator {
  let clock: Clock | undefined;
  let second: Promise<RequestListener> | undefined;
  let count = 0;
  return {
    ports(ports) {
      clock = ports.clock;
      return ports;
    },
    wire: (first) => (request, response) => {
      count += 1;
      second ??= openUnheard(clock);
      if (count % 2 === 1) first(request, response);
      else void second.then((listener) => listener(request, response));
    },
  };
}

/** Assembles a server that listens nowhere. */
async function openUnheard(clock: Clock | undefined): Promise<RequestListener> {
  let opened: RequestListener = () => {};
  await assemble({
    faults: true,
    ...(clock && { clock }),
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
