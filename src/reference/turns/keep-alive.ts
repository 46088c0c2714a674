import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Clock } from '../clock.ts';
import type { EventSink } from '../http/exchange.ts';
import { TIMERS } from '../timers.ts';

/** A sink that says `ping` whenever nothing was said for 15 seconds (section 6; any event ends the silence, A-79). */
export function withPings(sink: EventSink, clock: Clock): EventSink {
  let isOver = false;
  let stop = () => {};

  const send = (event: StreamEvent) => {
    if (isOver) return;
    stop();
    sink.send(event);
    stop = clock.after(TIMERS.ping, ping);
  };
  const ping = () => send({ type: 'ping', data: { ts: fractionalSeconds(clock.now()) } });
  const finish = () => {
    isOver = true;
    stop();
  };
  sink.onGone(finish);
  return {
    send,
    end() {
      finish();
      sink.end();
    },
    onGone: (callback) => sink.onGone(callback),
  };
}

/** Epoch seconds, always with a fraction: on a whole second, one millisecond more. */
function fractionalSeconds(milliseconds: number): number {
  return (milliseconds % 1000 === 0 ? milliseconds + 1 : milliseconds) / 1000;
}
