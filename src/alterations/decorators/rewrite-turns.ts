import type { Step, TurnMessage } from '../../../generated/types.d.ts';
import type { Exchange } from '../../reference/http/exchange.ts';
import { rewriteAnswers, rewriteEvents } from './rewrite.ts';

/** Where a turn is shown. */
export interface Shown {
  readonly place: 'blocking' | 'stream' | 'listing';
  /** Whether a send shows it that is not its first. */
  readonly isReplay: boolean;
}

/** Changes turns wherever they are shown: in answers, at the end of streams, and in the listing. */
export function rewriteTurns(
  change: (turn: TurnMessage, shown: Shown) => object,
): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const sent = new Set<number>();
    const changeSent = (turn: TurnMessage, place: 'blocking' | 'stream') => {
      const isReplay = sent.has(turn.id);
      sent.add(turn.id);
      return change(turn, { place, isReplay });
    };
    const inStreams = rewriteEvents(() => (event) => [
      event.type === 'message.completed' || event.type === 'message.cancelled'
        ? { ...event, data: changeSent(event.data as TurnMessage, 'stream') }
        : event,
    ]);
    const inAnswers = rewriteAnswers('sendMessage', (body, { status }) =>
      status === 200 ? { ...body, data: changeSent(body.data, 'blocking') } : body,
    );
    const inListings = rewriteAnswers('listMessages', (body, { status }) =>
      status === 200 ? { ...body, data: body.data.map(changeListed) } : body,
    );
    const changeListed = (turn: TurnMessage) => change(turn, { place: 'listing', isReplay: false });
    return inListings(inAnswers(inStreams(exchange)));
  };
}

/** Changes steps wherever they are told: while the turn runs, and in every turn that is shown. */
export function rewriteSteps(
  change: (steps: readonly Step[]) => readonly object[],
): (exchange: Exchange) => Exchange {
  // Another decorator may have left them out.
  const inTurns = rewriteTurns((turn) => ('steps' in turn ? { ...turn, steps: change(turn.steps) } : turn));
  const inEvents = rewriteEvents(() => (event) => {
    if (event.type !== 'message.step') return [event];
    const steps = change(event.data.steps);
    return steps.length > 0 ? [{ ...event, data: { steps } }] : [];
  });
  return (exchange) => inTurns(inEvents(exchange));
}
