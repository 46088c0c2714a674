import { SENDS } from '../../../../generated/operation-groups.js';
import type { ErrorRowId } from '../../../reference/failures/rows.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { PortChange } from '../../alteration.ts';
import { fail } from '../../decorators/answers.ts';
import { withFreshKey } from '../../decorators/keys.ts';
import type { StateChange } from './state-change.ts';
import { ENDS, type IsInState, isPossible } from './turns.ts';
import { answerInState } from './with-turns.ts';

const REPEATED: Readonly<
  Record<
    string,
    readonly [behaviour: string, wrap: (operation: OperationId, isInState: IsInState) => PortChange]
  >
> = {
  'runs-again': [
    'runs the turn again',
    (operation, isInState) =>
      answerInState(operation, isInState, (request, sound) =>
        sound({ ...request, ...withFreshKey(request) }),
      ),
  ],
  'in-progress': ['says that the turn runs', answering('turn-in-progress')],
  conflict: ['says that the body is another', answering('idempotency-conflict')],
  busy: ['says that the chat is busy', answering('chat-busy')],
  'not-found': ['finds nothing', answering('not-found')],
};

function answering(row: ErrorRowId) {
  return (operation: OperationId, isInState: IsInState): PortChange =>
    answerInState(operation, isInState, (request) => fail(request, row));
}

/** A key that is sent again. */
export function* keys(): Generator<StateChange> {
  for (const state of ['running', ...ENDS] as const)
    for (const operation of SENDS.filter((each) => isPossible(state, each)))
      for (const body of ['same', 'other'] as const)
        for (const [name, [behaviour, make]] of Object.entries(REPEATED)) {
          if (isSound(state, body, name)) continue;
          const isInState = isRepeated(state, operation, body);
          yield {
            id: `key-${state}:${operation}:${body}-body/${name}`,
            behaviour: `Repeated with the ${body} body after ${state}, ${operation} ${behaviour}.`,
            operations: [operation],
            isInState,
            change: make(operation, isInState),
          };
        }
}

function isRepeated(state: string, operation: OperationId, body: 'same' | 'other'): IsInState {
  return (turns, request) => {
    const known = turns.ofKey(request);
    if (known?.sentBy !== operation || (known.end ?? 'running') !== state) return false;
    return (known.body === String(request.body)) === (body === 'same');
  };
}

function isSound(state: string, body: string, answer: string): boolean {
  if (body === 'other') return answer === 'conflict' || (state === 'running' && answer === 'in-progress');
  return state === 'running' && answer === 'in-progress';
}
