import { expect, it } from 'vitest';
import { MISSING_ID } from '../../../src/conformance/judge/missing-id.ts';
import { readTurnRequest } from '../../../src/conformance/judge/turn-request.ts';

const attaching = (...agent_ids: readonly unknown[]) => ({ attachments: { agent_ids } });

it.each<[string, object, boolean | undefined]>([
  ['attaches an agent', attaching(7), true],
  ['cites an agent', { content: 'Ask {{agent:7}}.' }, true],
  ['names an agent beside one that does not exist', attaching(MISSING_ID, 7), true],
  ['names no agent', { content: 'Ask nobody.' }, false],
  ['attaches an empty list', attaching(), false],
  // Open: again.
  ['attaches an agent that does not exist', attaching(MISSING_ID), undefined],
  ['cites an agent that does not exist', { content: `Ask {{agent:${MISSING_ID}}}.` }, undefined],
  ['attaches an id that is not positive', attaching(0, -1), undefined],
  ['attaches an id of another type', attaching('7'), undefined],
  ['may cite an agent', { content: 'Ask {{ agent: 7 }}.' }, undefined],
  ['names a principal only', { content: 'Hello', principal_agent_id: 7 }, undefined],
  ['has no attachments but null', { attachments: null }, undefined],
])('knows whether a turn carries agents that %s', (_, members, carriesAgents) => {
  const body = Buffer.from(JSON.stringify({ content: 'Hello', ...members }));
  expect(readTurnRequest('chat', body)?.carriesAgents).toBe(carriesAgents);
});
