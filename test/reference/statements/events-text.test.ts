import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import type { TestStream } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

states('S6-07 S6-27 S6-50', 'appending the deltas gives the answer', async () => {
  const main = server.as('main');
  const scripts: Record<string, Act[]> = {
    'One, two, three.': [{ say: 'One, two, three.', pieces: 6 }],
    'a☂🙂 b\n': [{ say: 'a☂🙂 b\n', pieces: 6 }],
    'Before. After.': [{ say: 'Before. ' }, { call: { tool: 'find_tickets' } }, { say: 'After.' }],
    'Before.\n\nAf ter.': [
      { say: 'Before.' },
      { call: { tool: 'find_tickets' } },
      { say: 'Af' },
      { say: ' ter.' },
      { call: { tool: 'find_tickets' } },
    ],
  };
  for (const [answer, script] of Object.entries(scripts)) {
    const stream = await main.stream({ script, attachments: { mcp_server_ids: [7] } });
    const { data } = await stream.rest();
    const deltas = deltasOf(stream);

    expect(data.content).toBe(answer);
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.every(({ replace }) => !replace)).toBe(true);
    expect(deltas.map(({ text }) => text).join('')).toBe(answer);
  }
});

states(
  'S6-28',
  'on a failover in a later reply the earlier replies stay, followed by an empty line',
  async () => {
    const script: Act[] = [
      { say: 'Before.' },
      { call: { tool: 'find_tickets' } },
      { say: 'Wrong' },
      { failover: true },
      { say: 'Right.' },
    ];
    const stream = await server.as('main').stream({ script, attachments: { mcp_server_ids: [7] } });
    const { data } = await stream.rest();
    expect(data.content).toBe('Before.\n\nRight.');
    expect(deltasOf(stream).at(-1)).toEqual({ text: 'Before.\n\nRight.', replace: true });
  },
);

states('S6-07', 'a turn without text has no delta', async () => {
  const stream = await server.as('main').stream({ script: [{ reason: 'Hm.' }] });
  const { data } = await stream.rest();

  expect(data.content).toBe('');
  expect(deltasOf(stream)).toEqual([]);
});

states('S6-28 S6-29', 'on a failover a delta replaces all earlier text', async () => {
  const main = server.as('main');
  const script: Act[] = [
    { say: 'We open at ' },
    { failover: true },
    { say: 'From 10:00 ', pieces: 2 },
    { say: 'to 16:00.', pieces: 2 },
  ];
  const stream = await main.stream({ script });
  const { data } = await stream.rest();

  expect(deltasOf(stream).map(({ replace }) => replace)).toEqual([false, true, false, false, false]);
  expect(readAnswer(stream)).toBe('From 10:00 to 16:00.');
  expect(data.content).toBe('From 10:00 to 16:00.');
  expect(await main.history(stream.chatId)).toMatchObject([{ content: 'From 10:00 to 16:00.' }]);
});

states('S6-28', 'the replacing delta contains the full answer, including earlier replies', async () => {
  const script: Act[] = [
    { say: 'There are four. ' },
    { call: { tool: 'find_tickets' } },
    { say: 'The oldest is ' },
    { failover: true },
    { say: 'Ticket 4410 is the oldest.' },
  ];
  const stream = await server.as('main').stream({ script, attachments: { mcp_server_ids: [7] } });
  const { data } = await stream.rest();
  const replacing = deltasOf(stream).find(({ replace }) => replace);

  expect(replacing?.text).toMatch(/^There are four\. Ticket/);
  expect(readAnswer(stream)).toBe('There are four. Ticket 4410 is the oldest.');
  expect(data.content).toBe(readAnswer(stream));
});

states('S6-28', 'discarded text is gone even if nothing replaces it', async () => {
  const script: Act[] = [{ say: 'We open at ' }, { failover: true }, { reason: 'Hm.' }];
  const stream = await server.as('main').stream({ script });
  const { data } = await stream.rest();

  expect(deltasOf(stream).at(-1)).toEqual({ text: '', replace: true });
  expect(data.content).toBe('');
});

states('S6-29', 'a failover before any text discards nothing', async () => {
  const stream = await server.as('main').stream({ script: [{ failover: true }, { say: 'At 10:00.' }] });
  const { data } = await stream.rest();

  expect(deltasOf(stream).map(({ replace }) => replace)).not.toContain(true);
  expect(data.content).toBe('At 10:00.');
});

states('S6-07 S6-53', 'the content of a cancelled turn is the text of its deltas', async () => {
  const main = server.as('main');
  const scripts: Act[][] = [
    [{ say: 'One, two, ', pieces: 3 }, { hang: true }],
    [{ say: 'One' }, { failover: true }, { say: 'Two, three, ', pieces: 3 }, { hang: true }],
  ];
  for (const script of scripts) {
    const stream = await main.stream({ script });
    await stream.until('message.delta');
    await main.act(stream.chatId, 'cancel', {});
    const { type, data } = await stream.rest();

    expect(type).toBe('message.cancelled');
    expect(data.content).toBe(readAnswer(stream));
    expect(data.content).not.toBe('');
  }
});

interface Delta {
  readonly text: string;
  readonly replace: boolean;
}

function deltasOf(stream: TestStream): Delta[] {
  return stream.events.filter(({ type }) => type === 'message.delta').map(({ data }) => data);
}

/** The text that a client shows if it follows section 6. */
function readAnswer(stream: TestStream): string {
  return deltasOf(stream).reduce((answer, { text, replace }) => (replace ? text : answer + text), '');
}
