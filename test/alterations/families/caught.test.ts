import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import type { Family } from '../../../src/alterations/families/family.ts';
import { ignoredInput } from '../../../src/alterations/families/ignored-input.ts';
import { missingGuards } from '../../../src/alterations/families/missing-guards/index.ts';
import { NO_TRAFFIC, type Traffic, type TrafficExchange } from '../../../src/alterations/families/traffic.ts';
import { wrongStates } from '../../../src/alterations/families/wrong-states/index.ts';
import { wrongTiming } from '../../../src/alterations/families/wrong-timing.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** A stream that is silent after its start and while a plan waits. The other families need no traffic. */
const STREAM: TrafficExchange = {
  check: 'stream.ping.after-start',
  operation: 'streamMessage',
  channel: 'first',
  token: undefined,
  key: undefined,
  path: {},
  query: {},
  body: undefined,
  status: 200,
  events: [
    { type: 'message.start', data: {} },
    { type: 'ping', data: {} },
    { type: 'message.action_required', data: { kind: 'plan_approval' } },
    { type: 'ping', data: {} },
  ],
};
const TRAFFIC: Traffic = { ...NO_TRAFFIC, exchanges: [STREAM] };
const OWN: readonly Family[] = [ignoredInput, missingGuards, wrongStates, wrongTiming];
const ALL = OWN.flatMap((family) => [...family.generate(TRAFFIC)]);

/** An alteration of each kind, the check that finds it, and the requirement that it reports. */
const CAUGHT = [
  ['ignored-input/streamMessage:model_id/not-heard', 'turns.model.chosen.streaming', 'turns.model.optional'],
  [
    'ignored-input/streamMessage:idempotency-key/half-heard',
    'idempotency.ended.completed.streaming',
    'errors.idempotency-conflict.answer',
  ],
  [
    'ignored-input/streamMessage:attachments.agent_ids/only-first-heard',
    'turns.agents.16-attached-0-cited.streaming',
    'errors.too-many-agents.answer',
  ],
  [
    'ignored-input/updateSkill:name/one-more-taken',
    'requests.updateSkill.name.one-more',
    'skills.name.at-most-255',
  ],
  [
    'ignored-input/approveTool:decisions[].approved/missing-taken',
    'requests.approveTool.tool-approval',
    'interactions.approve-tool.approved',
  ],
  [
    'missing-guards/toggleSkill:token-unknown/not-made',
    'credentials.token.toggleSkill.unknown',
    'credentials.token.required',
  ],
  [
    'missing-guards/listMessages:token-other-scheme/not-made',
    'credentials.token.listMessages.other-scheme',
    'credentials.token.required',
  ],
  [
    'missing-guards/streamMessage:mcp_server_ids:allowlist/not-made',
    'credentials.restrictions.connectors-outside-allowlist.streaming',
    'errors.attachment-not-allowed.answer',
  ],
  [
    'missing-guards/sendMessage:cited-agents:deleted/first-only',
    'credentials.restrictions.deleted-agent.blocking',
    'errors.attachment-not-allowed.deleted-agent',
  ],
  [
    'missing-guards/createSkill:scope/acts-anyway',
    'credentials.operations.create-skill',
    'credentials.scopes.needed-everywhere',
  ],
  [
    'missing-guards/updateChat:other-user/tells-owner',
    'credentials.ownership.other-user',
    'errors.not-found.answer',
  ],
  [
    'wrong-states/busy-by-sendMessage:streamMessage/not-busy',
    'states.running.blocking-turn',
    'errors.chat-busy.answer',
  ],
  [
    'wrong-states/busy-by-elicitation:sendMessage/message-id-before',
    'states.running.pending-elicitation',
    'errors.chat-busy.message-id',
  ],
  [
    'wrong-states/ended-by-cancelled-of-streamMessage:sendMessage/still-busy',
    'idempotency.ended.cancelled.streaming.next-blocking',
    'turns.send.exists',
  ],
  [
    'wrong-states/key-cancelled:sendMessage:same-body/runs-again',
    'idempotency.ended.cancelled.blocking',
    'idempotency.replay.not-rerun',
  ],
  [
    'wrong-states/interaction-ended:plan_approval/answers-resolved',
    'interactions.plan-approval',
    'errors.action-not-pending.answer',
  ],
  ['wrong-states/cancel-running/all-chats', 'cancel.turn.other-chats', 'cancel.turn.live-turn'],
  ['wrong-timing/ping-after-message.start/never', 'stream.ping.after-start', 'stream.ping.cadence'],
  ['wrong-timing/ping-after-plan_approval/never', 'stream.ping.pending-plan-approval', 'stream.ping.cadence'],
  [
    'wrong-timing/expiry-of-plan_approval/never',
    'interactions.expiry.too-late.plan-approval',
    'interactions.expiry.after-110-seconds',
  ],
] as const;

describe('the families about reading, refusing, remembering and waiting', () => {
  it('give each alteration a unique id', () => {
    expect(ALL.length).toBeGreaterThan(1000);
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  });

  it.each(CAUGHT)('%s is caught by %s', async (id, check, requirement) => {
    const alteration = ALL.find((each) => each.id === id);
    const { report } = await judgeReference({
      checks: CHECKS.filter((each) => each.id === check),
      decorators: alteration ? [alteration] : [],
    });

    expect(alteration).toBeDefined();
    const violated = report.requirements.filter(({ status }) => status === 'failed');
    expect(violated.map((each) => each.id)).toContain(requirement);
  });

  it.each([...new Set(CAUGHT.map(([, check]) => check))])('the sound server passes %s', async (check) => {
    const { report } = await judgeReference({ checks: CHECKS.filter(({ id }) => id === check) });

    expect(report.requirements.filter(({ violations }) => violations > 0)).toEqual([]);
  });
});
