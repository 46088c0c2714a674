import { answerAfter } from '../decorators/acting.ts';
import { actionIdOf, knowing } from '../decorators/asked.ts';
import { declining } from '../decorators/declining.ts';
import { askBeside } from '../decorators/in-exchange.ts';
import { answerInstead, rewriteAnswers } from '../decorators/rewrite.ts';
import { type Body, failure, isSuccess, success } from '../decorators/told.ts';
import { isAskers } from './answering.ts';
import { inExchange, type Variant } from './variant.ts';

/** What a cancellation does, and says of itself. */
export const cancelVariants: readonly Variant[] = [
  inExchange(
    'A-107=cancels-interaction',
    'Cancelling with an action_id declines what was asked, and the turn goes on.',
    knowing((asked) =>
      answerInstead('cancelTurn', async (request, sound) => {
        const event = asked.get(actionIdOf(request))?.event;
        if (!event || !isAskers(asked, request)) return sound(request);
        const declined = await sound(declining(event, request));
        return isSuccess(declined)
          ? success(request, { chat_id: request.path.chat_id, cancelled: true })
          : sound(request);
      }),
    ),
  ),
  inExchange(
    'A-107=finished-ok',
    'Cancelling with the action_id of a turn that has ended is a success.',
    knowing((asked) =>
      answerAfter('cancelTurn', (request, sound) =>
        sound.status === 404 && isAskers(asked, request)
          ? success(request, { chat_id: request.path.chat_id, cancelled: false })
          : undefined,
      ),
    ),
  ),
  inExchange(
    'A-107=finished-not-found',
    'Cancelling with the action_id of a turn that has ended finds nothing, even if it was answered.',
    knowing((asked) =>
      answerAfter('cancelTurn', (request, sound) =>
        isSuccess(sound) && !wasRunning(sound) && isAskers(asked, request)
          ? failure(request, 404, 'api_v1_action_not_found')
          : undefined,
      ),
    ),
  ),
  inExchange(
    'A-108=always-true',
    'Cancelling says `cancelled: true` even if nothing ran.',
    rewriteAnswers('cancelTurn', (body, answer) =>
      isSuccess(answer) ? { ...body, data: { ...body.data, cancelled: true } } : body,
    ),
  ),
  inExchange(
    'A-108=refused-never-run',
    'A chat in which no turn has ever run takes no cancellation.',
    answerInstead('cancelTurn', async (request, sound) => {
      const { body } = (await askBeside(sound, request, 'listMessages')) as { body: Body };
      return body?.meta?.total === 0 ? failure(request, 409, 'nothing_to_cancel') : sound(request);
    }),
  ),
];

function wasRunning(answer: object): boolean {
  return 'body' in answer && (answer.body as Body).data.cancelled;
}
