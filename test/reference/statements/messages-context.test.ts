import { expect } from 'vitest';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

/** A question that file 512 of library 12 answers. */
const QUESTION = 'On which days do all branches stay closed?';

states(
  'S2.3-17 S2.3-18 S2.3-19 S2.3-20 S2.3-21',
  'sources are the passages that the model received',
  async () => {
    const main = server.as('main');
    const { content, sources } = (
      await main.send({ content: QUESTION, attachments: { workspace_ids: [12] } })
    ).body.data;

    // Without a script, the model quotes the best passage that it received.
    expect(content).toContain('opening-hours.md says');
    expect(sources[0]).toMatchObject({ workspace_id: 12, file_id: 512 });
    for (const { file_id, score } of sources) {
      expect([512, 518, 521]).toContain(file_id);
      expect(typeof score).toBe('number');
    }
  },
);

states('S2.3-18', 'a file attached alone is the only source', async () => {
  const main = server.as('main');
  const { sources } = (await main.send({ content: QUESTION, attachments: { file_ids: [512] } })).body.data;

  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) expect(source).toMatchObject({ workspace_id: 12, file_id: 512 });
});

states('S2.3-18', 'a turn that found nothing, or did not search, has no sources', async () => {
  const main = server.as('main');
  const nowhere = await main.send({ content: QUESTION });
  const nothing = await main.send({ content: 'Xylophone?', attachments: { workspace_ids: [12] } });

  expect(nowhere.body.data.sources).toEqual([]);
  expect(nothing.body.data.sources).toEqual([]);
});

states('S2.3-18', 'sources are the same in terminal, replay and history', async () => {
  const main = server.as('main');
  const turn = { content: QUESTION, attachments: { workspace_ids: [12] } };
  const stream = await main.stream(turn);
  const { sources } = (await stream.rest()).data;
  const replay = await (await main.stream(turn, stream.repeat)).rest();

  expect(sources.length).toBeGreaterThan(0);
  expect(replay.data.sources).toEqual(sources);
  expect(await main.history(stream.chatId)).toMatchObject([{ sources }]);
});
