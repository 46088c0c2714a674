import type { Exchange, HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import type { PortChange, Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import type { Operations } from '../../decorators/operations.ts';
import { rewriteStore } from '../../decorators/ports.ts';
import { createTurns, type IsInState, type Turns } from './turns.ts';

/** Makes a decorator that knows the turns of its server. */
export function withTurns(make: (turns: Turns) => Wrap): PortChange {
  // Ports and exchange are decorated separately, one server at a time.
  let turns = createTurns();
  return {
    port: 'exchange',
    ports: rewriteStore('turns', (sound) => {
      turns = createTurns();
      const noted = turns;
      return {
        begin(turn, newChat) {
          const id = sound.begin(turn, newChat);
          if (turn.credentialId === null) noted.beginInApplication(turn.chatId, id);
          return id;
        },
        close(id, ...outcome) {
          noted.endInApplication(id);
          return sound.close(id, ...outcome);
        },
      };
    }),
    exchange: (exchange) => make(turns)(turns.noting(exchange)),
  };
}

/** Answers requests that arrive in a state. All other requests are answered as by the sound server. */
export function answerInState(
  operations: Operations,
  isInState: IsInState,
  answer: (request: HttpRequest, sound: Exchange, turns: Turns) => HttpAnswer | Promise<HttpAnswer>,
): PortChange {
  return withTurns((turns) =>
    answerInstead(operations, (request, sound) =>
      isInState(turns, request) ? answer(request, sound, turns) : undefined,
    ),
  );
}
