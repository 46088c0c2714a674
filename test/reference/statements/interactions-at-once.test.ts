import { expect } from 'vitest';
import type { Decorator } from '../../../src/reference/ports.ts';
import type { Act } from '../../../src/rig/script/act.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { APPROVAL, ASKINGS, asking, decide, QUESTION } from './askings.ts';

/** A delivery that takes a second, so that two decisions can overlap. */
const slowDelivery: Decorator = {
  ports: (ports) => ({
    ...ports,
    delivery: {
      ...ports.delivery,
      decide: async (decision, accept) => {
        await new Promise<void>((arrive) => ports.clock.after(1000, arrive));
        await ports.delivery.decide(decision, accept);
      },
    },
  }),
};

const server = useServer();
const slow = useServer({ decorators: [slowDelivery] });

states('S7-42', 'of many answers at once exactly one is accepted', async () => {
  const main = server.as('main');
  for (const each of ASKINGS) {
    const stream = await main.stream(asking(each, [{ say: 'Thank you.' }, { hang: true }]));
    const asked = await stream.until('message.action_required');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => main.act(stream.chatId, each.endpoint, each.answer(asked))),
    );
    const refused = answers.filter(({ status }) => status !== 200);

    expect(refused, each.kind).toHaveLength(7);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['409 api_v1_action_not_pending']));
    await main.act(stream.chatId, 'cancel', {});
    await stream.rest();
  }
});

states(
  'S7-42 S3.2-14',
  'an answer on its way claims the interaction, and another answer changes nothing',
  async () => {
    const main = slow.as('main');
    const stream = await main.stream(asking(APPROVAL));
    const asked = await stream.until('message.action_required');
    const answers = [false, true].map((approved) =>
      main.act(stream.chatId, 'approve-tool', decide(asked, approved)),
    );
    const loser = await Promise.race(answers);
    await slow.clock.advance(1000);
    const all = await Promise.all(answers);
    const hasRefusalWon = all[0]?.status === 200;
    const { data } = await stream.rest();

    expect(codeOf(loser)).toBe('409 api_v1_action_not_pending');
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(data.content.includes('is closed')).toBe(!hasRefusalWon);
  },
);

states('S3.2-06 S3.2-11', 'an answer given in time counts even if it arrives later', async () => {
  const main = slow.as('main');
  const stream = await main.stream(asking(APPROVAL));
  const asked = await stream.until('message.action_required');
  await slow.clock.advance(109_500);
  const answers = [1, 2].map(() => main.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked)));
  // The second decision is refused once the first is on its way.
  await Promise.race(answers);
  await slow.clock.advance(1000);

  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await stream.rest()).data.content).toContain('is closed');
});

states('S3.2-08 S3.2-11', 'an interaction whose answer was lost at its deadline still expires', async () => {
  const main = slow.as('main');
  const stream = await main.stream(asking(APPROVAL));
  const asked = await stream.until('message.action_required');
  await slow.clock.advance(109_500);
  const fault = { 'x-reference-fault': 'action_not_sent' };
  const answers = [1, 2].map(() => main.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked), fault));
  await Promise.race(answers);
  await slow.clock.advance(1000);

  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([409, 503]);
  // The contract leaves open whether the time starts over, but the interaction must expire.
  await slow.clock.advance(111_000);
  const late = await main.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
  expect(codeOf(late)).toBe('404 api_v1_action_not_found');
  expect((await stream.rest()).data.content).not.toContain('is closed');
});

states('S3.2-01', 'two questions of one turn wait at the same time, each under its own id', async () => {
  const main = server.as('main');
  const { ask } = QUESTION.acts[0] as Extract<Act, { ask: unknown }>;
  const call = ['first', 'second'].map((message) => ({ tool: 'ask_person', input: { ...ask, message } }));
  const stream = await main.stream(asking({ ...QUESTION, acts: [{ call }] }));
  const asked = [
    await stream.until('message.action_required'),
    await stream.until('message.action_required'),
  ];
  const [one, two] = asked;
  const answer = (action_id: string, branch: string) =>
    main.act(stream.chatId, 'respond-elicitation', { action_id, action: 'accept', content: { branch } });

  expect(one.action_id).not.toBe(two.action_id);
  expect((await answer(two.action_id, two.payload.message)).status).toBe(200);
  expect(codeOf(await answer(two.action_id, 'again'))).toBe('409 api_v1_action_not_pending');
  expect((await answer(one.action_id, one.payload.message)).status).toBe(200);
  expect((await stream.rest()).data.content).toMatch(/"branch":"first".*"branch":"second"/s);
});

function codeOf({ status, body }: { readonly status: number; readonly body: { message_code: string } }) {
  return `${status} ${body.message_code}`;
}
