import { SENDS } from '../../../../generated/operation-groups.js';
import sendTurn from '../../../../generated/schemas/SendTurnRequest.json' with { type: 'json' };
import type { HttpAnswer } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { answerInstead, refusing } from '../../decorators/answer-instead.ts';
import { refuse } from '../../decorators/answers.ts';
import { METADATA_BYTES } from '../../decorators/facts.ts';
import { inStore } from '../../decorators/ports.ts';
import { askBeside, bodyOf } from '../../decorators/requests.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';
import { rewriteTurns } from '../../decorators/rewrite-turns.ts';
import { above, instead, present } from '../../decorators/values.ts';
import { forgettingModels } from '../chats/changes.ts';
import { failed } from '../kinds/answered.ts';
import { heard, refused } from '../kinds/heard.ts';

/** Above the ids of the seed's models. */
const UNKNOWN_MODELS = 1000;

const OPTIONAL_MEMBERS = Object.keys(sendTurn.properties).filter(
  (member) => !sendTurn.required.includes(member),
);

/** The content, the model and the metadata of a turn. */
export const turnBodyBreakages: readonly Breakage[] = [
  ...OPTIONAL_MEMBERS.map((member) =>
    refused(`turns.stream.same-body/${member}`, 'streamMessage', { [member]: present }),
  ),
  refused('turns.content.required/refused', 'sendMessage', { content: present }),
  breakage(
    'turns.content.limit/whole-body',
    'A body of more than 64 KiB is refused, whatever makes it so long.',
    refusingBodiesOver(64 * 1024),
  ),
  breakage(
    'turns.content.limit/escaped',
    'A body of more than 100 kB is refused, as the defaults of some parsers do.',
    refusingBodiesOver(100_000),
  ),
  failed('turns.content.limit/code', 'sendMessage', 'api_v1_content_too_long', {
    message_code: 'api_v1_validation_error',
  }),
  breakage(
    'turns.model.from-chat',
    "A turn that names no model is answered by the company's model, even if its chat has another one.",
    forgettingModels,
  ),
  breakage(
    'turns.model.from-chat/first-turn',
    'Only the first turn of a chat is answered by its model.',
    inStore('chats', ({ find }, { store }) => ({
      find(id) {
        const chat = find(id);
        const hasTurns = chat !== undefined && store.turns.list(id, { offset: 0, limit: 1 }).total > 0;
        return hasTurns ? { ...chat, modelId: null } : chat;
      },
    })),
  ),
  breakage(
    'turns.model.from-company',
    'A turn that names no model is refused in a chat that has none.',
    answerInstead(SENDS, async (request, sound) => {
      if (bodyOf(request)?.model_id !== undefined) return sound(request);
      return hasModel(await askBeside(sound, request, 'getChat')) ? sound(request) : refuse(request);
    }),
  ),
  heard('turns.model.unknown-not-answered', SENDS, { model_id: instead(above(UNKNOWN_MODELS), undefined) }),
  breakage(
    'turns.metadata.limit/more',
    'Metadata that is too long is dropped, and the turn runs.',
    rewriteBodies(SENDS, (body) =>
      JSON.stringify(body.metadata ?? null).length > METADATA_BYTES ? { ...body, metadata: undefined } : body,
    ),
  ),
  breakage(
    'turns.metadata.limit/less',
    'Metadata of more than 1,000 bytes is refused.',
    refusing(SENDS, ({ metadata }) => JSON.stringify(metadata ?? null).length > 1000),
  ),
  breakage(
    'turns.metadata.hidden-from-model',
    'The model sees the metadata of a turn in front of the content.',
    rewriteBodies(SENDS, (body) =>
      body.metadata === undefined
        ? body
        : { ...body, content: `About this turn: ${JSON.stringify(body.metadata)}\n\n${body.content}` },
    ),
  ),
  breakage(
    'turns.metadata.hidden-from-model/agents',
    'The models of agents see the metadata of a turn, and its answer repeats what they say.',
    rewriteTurns((turn) =>
      turn.metadata && turn.agent_runs.length > 0
        ? { ...turn, content: `${turn.content} ${JSON.stringify(turn.metadata)}` }
        : turn,
    ),
  ),
];

function hasModel(answer: HttpAnswer): boolean {
  if ('open' in answer) return false;
  const { data } = answer.body as { readonly data?: { readonly model_id?: number | null } };
  return data?.model_id !== null;
}

/** Refuses sends whose body has more bytes. */
function refusingBodiesOver(bytes: number): Wrap {
  return answerInstead(SENDS, (request) =>
    (request.body?.length ?? 0) > bytes ? refuse(request) : undefined,
  );
}
