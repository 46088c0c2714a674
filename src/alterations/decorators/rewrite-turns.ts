import type { Step, TurnMessage } from '../../../generated/types.d.ts';
import type { Wrap } from '../alteration.ts';
import { createRecall } from './keys.ts';
import { rewriteData, rewriteItems } from './rewrite-answers.ts';
import { changeData, replaceEvents, TURN_ENDS } from './rewrite-events.ts';

/** Where the server shows a turn. */
export interface Shown {
  readonly place: 'blocking' | 'stream' | 'listing';
  /** Whether an earlier send has already shown the turn. */
  readonly isReplay: boolean;
}

/** Changes turns wherever the server shows them: in answers to sends, at the end of streams, and in the listing. */
export function rewriteTurns(change: (turn: TurnMessage, shown: Shown) => object): Wrap {
  return (exchange) => {
    const isReplay = createRecall<number>();
    const changeSent = (turn: TurnMessage, place: 'blocking' | 'stream') =>
      change(turn, { place, isReplay: isReplay(turn.id) });
    const inStreams = changeData(TURN_ENDS, (turn) => changeSent(turn, 'stream'));
    const inAnswers = rewriteData('sendMessage', (turn) => changeSent(turn, 'blocking'));
    return rewriteListed((turn) => change(turn, { place: 'listing', isReplay: false }))(
      inAnswers(inStreams(exchange)),
    );
  };
}

/** Changes turns in the listing only. */
export function rewriteListed(change: (turn: TurnMessage) => object): Wrap {
  return rewriteItems('listMessages', (turns) => turns.map(change));
}

/** Changes steps wherever the server shows them: while the turn runs, and in every turn that it shows. */
export function rewriteSteps(change: (steps: readonly Step[]) => readonly object[]): Wrap {
  // Another decorator may have removed the steps.
  const inTurns = rewriteTurns((turn) => ('steps' in turn ? { ...turn, steps: change(turn.steps) } : turn));
  const inEvents = replaceEvents('message.step', (event) => {
    const steps = change(event.data.steps);
    return steps.length > 0 ? [{ ...event, data: { steps } }] : [];
  });
  return (exchange) => inTurns(inEvents(exchange));
}
