import { writeJson } from '../../../../exact-json/exact-number.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { raise } from '../../check-kit/interaction-replies.ts';
import { withScript } from '../../check-kit/scripted-turn.ts';
import { finish } from '../../check-kit/turns.ts';

/** A form with a member of each type, none of them required. */
const FORM = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    gift: { type: 'boolean' },
    copies: { type: 'integer' },
    weight: { type: 'number' },
    branch: { type: 'string', enum: ['quayside', 'station'] },
  },
};

const FILLED = { name: 'Tide Tables', gift: true, copies: 1, weight: 2, branch: 'quayside' };

/** Forms that each differ in one value, so that the connector can tell them apart. */
const FORMS: readonly JsonObject[] = [
  FILLED,
  { ...FILLED, name: 'Größe,  日本' },
  { ...FILLED, gift: false },
  { ...FILLED, gift: undefined },
  { ...FILLED, copies: 0 },
  { ...FILLED, copies: undefined },
  { ...FILLED, weight: 1.5 },
  { ...FILLED, weight: 1 },
  { ...FILLED, branch: 'station' },
  {},
];

/** Every value of a form reaches the connector that asked (section 4.4). */
export const formValueChecks = [
  check({
    id: 'interactions.respond-elicitation.each-value',
    requirements: [
      R['interactions.respond-elicitation.content'],
      R['interactions.respond-elicitation.accept-answers'],
    ],
    needs: ['scenario:elicitation'],
    async run(t) {
      const turn = withScript(t.scenario('elicitation'), () => [
        { ask: { message: 'What should it be?', schema: FORM } },
        { echo: 'results' },
      ]);
      const seen = new Map<string, JsonObject>();
      for (const form of FORMS) {
        const { stream, content } = await fillIn(t, turn, form);
        // A connector that does not repeat the texts may not repeat other values either.
        t.skipIf(form === FORMS[1] && seen.has(content), 'the connector does not repeat what it is told');
        const other = seen.get(content);
        t.expect('interactions.respond-elicitation.accept-answers').isTrue(
          stream,
          other === undefined,
          `content that tells ${writeJson(form)} from ${writeJson(other)}`,
          content,
          '/content',
        );
        seen.set(content, form);
      }
    },
  }),
];

/** Answers a turn's elicitation with a form. @throws NothingToSee when the turn asks for a different form */
async function fillIn(
  t: CheckContext,
  turn: Turn,
  content: JsonObject,
): Promise<{ readonly stream: LiveStream; readonly content: string }> {
  const { stream, asked, actionId } = await raise(t, turn, 'elicitation');
  const isForm = writeJson(asked.data).includes('"copies"');
  t.skipIf(!isForm, 'the connector does not ask for the form of the script');
  const answered = await t.main.act(stream.chatId, 'respond-elicitation', {
    action_id: actionId,
    action: 'accept',
    content,
  });
  t.expect('interactions.respond-elicitation.content').succeeds(answered);
  const end = await finish(t, stream);
  t.skipIf(end?.type !== 'message.completed', 'the turn did not complete');
  return { stream, content: String(end?.data.content) };
}
