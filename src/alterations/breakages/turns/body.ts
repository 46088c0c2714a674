import sendTurn from '../../../../generated/schemas/SendTurnRequest.json' with { type: 'json' };
import type { HttpAnswer } from '../../../reference/http/exchange.ts';
import { forgettingModels } from '../../decorators/forgetting-models.ts';
import { askBeside, inExchange, refusing, rewriteBodies, SENDS } from '../../decorators/in-exchange.ts';
import { refuse } from '../../decorators/refuse.ts';
import { answerInstead, bodyOf, rewriteAnswers } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

const LONGEST_CONTENT = 64_000;
const TOO_LONG = 'api_v1_content_too_long';
/** Above the ids of the seed's models. */
const UNKNOWN_MODELS = 1000;

/** Members of a turn that may be there or not. */
const OPTIONAL = Object.keys(sendTurn.properties).filter((member) => !sendTurn.required.includes(member));

/** What the requirements of a turn's content, model and metadata forbid, each done. */
export const turnBodyBreakages: readonly Breakage[] = [
  ...OPTIONAL.map((member) =>
    inExchange(
      `turns.stream.same-body/${member}`,
      `The streaming send takes no ${member}.`,
      refusing('streamMessage', (body) => body[member] !== undefined),
    ),
  ),
  inExchange(
    'turns.content.required/left-out',
    'A turn without content runs as if it were empty.',
    rewriteBodies('sendMessage', (body) => ({ content: '', ...body })),
  ),
  inExchange(
    'turns.content.required/refused',
    'A turn with a string as content is refused.',
    refusing('sendMessage', (body) => typeof body.content === 'string'),
  ),
  inExchange(
    'turns.stream.content-required',
    'A stream opens for a turn without content.',
    rewriteBodies('streamMessage', (body) => ({ content: '', ...body })),
  ),
  inExchange(
    'turns.content.limit/more',
    'Content that is too long is cut and answered.',
    rewriteBodies('sendMessage', (body) => ({
      ...body,
      content: String(body.content).slice(0, LONGEST_CONTENT),
    })),
  ),
  inExchange(
    'turns.content.limit/less',
    'Content of 64,000 characters is refused.',
    refusing('sendMessage', ({ content }) => content?.length === LONGEST_CONTENT),
  ),
  inExchange(
    'turns.content.limit/code',
    'Content that is too long is refused as any invalid body.',
    rewriteAnswers('sendMessage', (body) =>
      body.message_code === TOO_LONG ? { ...body, message_code: 'api_v1_validation_error' } : body,
    ),
  ),
  ...['model', 'metadata'].flatMap((topic) => {
    const member = topic === 'model' ? 'model_id' : topic;
    return [
      inExchange(
        `turns.${topic}.optional/with`,
        `A turn with ${member} is refused.`,
        refusing(SENDS, (body) => body[member] !== undefined),
      ),
      inExchange(
        `turns.${topic}.optional/without`,
        `A turn without ${member} is refused.`,
        refusing(SENDS, (body) => body[member] === undefined),
      ),
    ];
  }),
  {
    id: 'turns.model.from-chat',
    requirement: 'turns.model.from-chat',
    port: 'store',
    behaviour: "A turn that names no model is answered by the company's, whatever its chat has.",
    ports: forgettingModels,
  },
  inExchange(
    'turns.model.from-company',
    'A turn that names no model is refused in a chat that has none.',
    answerInstead(SENDS, async (request, sound) => {
      if (bodyOf(request)?.model_id !== undefined) return sound(request);
      return hasModel(await askBeside(sound, request, 'getChat')) ? sound(request) : refuse(request);
    }),
  ),
  inExchange(
    'turns.model.unknown-not-answered',
    'A turn that names a model which nobody knows is answered by another.',
    rewriteBodies(SENDS, (body) =>
      body.model_id > UNKNOWN_MODELS ? { ...body, model_id: undefined } : body,
    ),
  ),
  inExchange(
    'turns.metadata.limit/more',
    'Metadata that is too long is left out.',
    rewriteBodies(SENDS, (body) =>
      JSON.stringify(body.metadata ?? null).length > 2048 ? { ...body, metadata: undefined } : body,
    ),
  ),
  inExchange(
    'turns.metadata.limit/less',
    'Metadata of more than 1,000 bytes is refused.',
    refusing(SENDS, (body) => JSON.stringify(body.metadata ?? null).length > 1000),
  ),
  inExchange(
    'turns.metadata.hidden-from-model',
    'What a turn carries as metadata is put before its content.',
    rewriteBodies(SENDS, (body) =>
      body.metadata === undefined
        ? body
        : { ...body, content: `About this turn: ${JSON.stringify(body.metadata)}\n\n${body.content}` },
    ),
  ),
];

function hasModel(answer: HttpAnswer): boolean {
  if ('open' in answer) return false;
  const { data } = answer.body as { readonly data?: { readonly model_id?: number | null } };
  return data?.model_id !== null;
}
