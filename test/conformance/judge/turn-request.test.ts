import { expect, it } from 'vitest';
import { MISSING_ID } from '../../../src/conformance/judge/missing-id.ts';
import { readTurnRequest } from '../../../src/conformance/judge/turn-request.ts';

const FOREIGN = 40;
const attaching = (...agent_ids: readonly unknown[]) => ({ attachments: { agent_ids } });

it.each<[string, object, boolean | undefined]>([
  ['attaches an agent', attaching(7), true],
  ['cites an agent', { content: 'Ask {{agent:7}}.' }, true],
  ['names an agent beside one that does not exist', attaching(MISSING_ID, 7), true],
  ['names no agent', { content: 'Ask nobody.' }, false],
  ['attaches an empty list', attaching(), false],
  ['attaches an agent that does not exist (A-48)', attaching(MISSING_ID), undefined],
  ['attaches an agent that is out of reach (A-48)', attaching(FOREIGN), undefined],
  ['names an agent beside one that is out of reach', attaching(FOREIGN, 7), true],
  ['cites an agent that does not exist (A-48)', { content: `Ask {{agent:${MISSING_ID}}}.` }, undefined],
  ['attaches an id that is not positive (A-48)', attaching(0, -1), undefined],
  ['attaches an id of another type (A-11)', attaching('7'), undefined],
  ['may cite an agent (A-127)', { content: 'Ask {{ agent: 7 }}.' }, undefined],
  ['names a principal only (A-94)', { content: 'Hello', principal_agent_id: 7 }, undefined],
  ['has no attachments but null (A-10)', { attachments: null }, undefined],
])('knows whether a turn carries agents that %s', (_, members, carriesAgents) => {
  const body = Buffer.from(JSON.stringify({ content: 'Hello', ...members }));
  expect(readTurnRequest('chat', body, new Set([FOREIGN]))?.carriesAgents).toBe(carriesAgents);
});
