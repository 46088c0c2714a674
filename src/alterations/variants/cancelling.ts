import { type Variant, variant } from '../alteration.ts';
import { answerAfter, answerInstead } from '../decorators/answer-instead.ts';
import { cancelled, failure, isSuccess, succeed } from '../decorators/answers.ts';
import { declining, isByOwner, withInteractions } from '../decorators/interactions.ts';
import { actionIdOf, askBeside, type Body } from '../decorators/requests.ts';
import { rewriteData } from '../decorators/rewrite-answers.ts';

/** The effect of a cancellation, and its answer. */
export const cancelVariants: readonly Variant[] = [
  variant(
    'A-107=cancels-interaction',
    'A cancellation with an action_id declines the interaction, and the turn continues.',
    withInteractions((raised) =>
      answerInstead('cancelTurn', async (request, sound) => {
        const event = raised.get(actionIdOf(request))?.event;
        if (!event || !isByOwner(request, raised)) return sound(request);
        const declined = await sound(declining(event, request));
        return isSuccess(declined) ? cancelled(request) : sound(request);
      }),
    ),
  ),
  variant(
    'A-107=finished-ok',
    'A cancellation with the action_id of a finished turn succeeds.',
    withInteractions((raised) =>
      answerAfter('cancelTurn', (request, sound) =>
        sound.status === 404 && isByOwner(request, raised)
          ? succeed(request, { chat_id: request.path.chat_id, cancelled: false })
          : undefined,
      ),
    ),
  ),
  variant(
    'A-107=finished-not-found',
    'A cancellation with the action_id of a finished turn fails as not found, even if the interaction was answered.',
    withInteractions((raised) =>
      answerAfter('cancelTurn', (request, sound) =>
        isSuccess(sound) && !wasRunning(sound) && isByOwner(request, raised)
          ? failure(request, 404, 'api_v1_action_not_found')
          : undefined,
      ),
    ),
  ),
  variant(
    'A-108=always-true',
    'A cancellation answers `cancelled: true` even if no turn was running.',
    rewriteData('cancelTurn', (data) => ({ ...data, cancelled: true })),
  ),
  variant(
    'A-108=refused-never-run',
    'A cancellation in a chat without turns is refused.',
    answerInstead('cancelTurn', async (request, sound) => {
      const { body } = (await askBeside(sound, request, 'listMessages')) as { body: Body };
      return body?.meta?.total === 0 ? failure(request, 409, 'nothing_to_cancel') : sound(request);
    }),
  ),
];

function wasRunning(answer: object): boolean {
  return 'body' in answer && (answer.body as Body).data.cancelled;
}
