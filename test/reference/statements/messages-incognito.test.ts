import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { defaultSeed } from '../../../generated/default-seed.js';
import type { ModelMessage } from '../../../src/reference/models/model.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

/** An agent of the company whose incognito mode is on. */
const AGENT = `agents:
  - id: 70
    company: 3
    name: Clerk of Ingrid Solberg
    description: Sorts letters.
    instructions: Sort the letters of Ingrid Solberg.
`;
/** The messages that models received. */
const given: ModelMessage[] = [];
const listening: Decorator = {
  ports: (ports) => ({
    ...ports,
    model: {
      reply(request) {
        given.push(...request.messages);
        return ports.model.reply(request);
      },
    },
  }),
};
const server = useServer({ seed: defaultSeed.replace(/^agents:\n/m, AGENT), decorators: [listening] });

const PERSONAL = 'Write to ingrid@saltmarsh.example, says Ingrid Solberg.';

states('S2.3-22 S2.3-23', 'nothing is replaced for a company without incognito mode', async () => {
  const main = server.as('main');
  const { anonymization, chat_id } = (await main.send({ content: PERSONAL })).body.data;

  expect(anonymization).toBeNull();
  expect(await main.history(chat_id)).toMatchObject([{ anonymization: null }]);
});

states('S2.3-23', 'incognito mode reports what it replaced, wherever the turn is shown', async () => {
  const incognito = server.as('incognito');
  const options = { chatId: randomUUID(), key: randomUUID() };
  const { anonymization } = (await incognito.send({ content: PERSONAL }, options)).body.data;
  const replay = await incognito.send({ content: PERSONAL }, options);
  const stream = await incognito.stream({ content: PERSONAL });

  expect(anonymization).not.toBeNull();
  expect(replay.body.data.anonymization).toEqual(anonymization);
  expect((await stream.rest()).data.anonymization).toEqual(anonymization);
  expect(await incognito.history(options.chatId)).toMatchObject([{ anonymization }]);
});

states(
  'S2.3-23',
  'replaced text reaches no model, not even that of an agent, and users see the original',
  async () => {
    given.length = 0;
    const script = [
      {
        delegate: [
          { agent: 70, task: 'Sort.' },
          { name: 'Friend of Ingrid Solberg', task: 'Sort too.' },
        ],
      },
      { say: 'Sorted.' },
    ] as const;
    const { agent_runs: runs, anonymization } = (
      await server.as('incognito').send({ script, attachments: { agent_ids: [70] } })
    ).body.data;
    // A script is not written by a person, so it stays unchanged, and so do the calls that it makes.
    const told = given.filter(({ role }) => role === 'system' || role === 'tool');

    expect(told.filter(({ content }) => content.includes('Clerk of [NAME_1]'))).not.toEqual([]);
    expect(told.filter(({ content }) => content.includes('Solberg'))).toEqual([]);
    expect(runs.map(({ name }: { name: string }) => name)).toEqual([
      'Clerk of Ingrid Solberg',
      'Friend of Ingrid Solberg',
    ]);
    expect(anonymization).not.toBeNull();
  },
);
