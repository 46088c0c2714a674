import type { FaultName } from '../../../../../generated/ids.d.ts';
import type { Script } from '../../../../rig/script/act.ts';
import type { LiveEvent, LiveStream } from '../../../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import {
  AGENTS,
  type End,
  FAILOVER,
  hasTakenOver,
  needsOf,
  type TurnAction,
  turnOfCourse,
  WORDS,
} from '../../check-kit/composed-turn.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { CLOSE_FAILURES, expectCode, type FaultEnd, TIMEOUT } from '../../check-kit/fault-ends.ts';
import { withFault } from '../../check-kit/turns.ts';

/** The requirements about the event of a turn that exceeded its deadline. */
export const TIMEOUT_ROWS = [TIMEOUT.requirement, R['events.error.timeout-without-details']] as const;

/** How a turn can end under a fault, and what its script does last. */
const FAULT_ENDS: readonly {
  readonly fault: FaultName;
  readonly shows?: FaultEnd;
  readonly last: End | Script;
}[] = [
  ...CLOSE_FAILURES.map((shows) => ({ fault: shows.fault, shows, last: 'completed' as const })),
  { fault: TIMEOUT.fault, shows: TIMEOUT, last: [{ hang: true }] },
  // The contract does not say which code it has.
  { fault: 'pre_dispatch_error', last: 'completed' },
];

/** What a turn does before a fault ends it. */
const BEFORE_FAULT: readonly (readonly TurnAction[])[] = [[WORDS], [FAILOVER], [AGENTS], [FAILOVER, AGENTS]];

/** What the event of a failure says about a turn with agents, whatever the turn did before and however it failed (section 6). */
export const afterFaultChecks: readonly Check[] = FAULT_ENDS.flatMap(({ fault, shows, last }) =>
  BEFORE_FAULT.map((actions) => {
    const course = actions.map(({ name }) => name);
    return check({
      id: ['events.error.after', ...course, fault.replaceAll('_', '-')].join('.'),
      situations: [{ probe: 'failure', course, end: fault }],
      requirements: [
        R['events.error.agents-if-carried'],
        ...(actions.includes(AGENTS) ? [R['events.error.agent-runs-only-with-tasks']] : []),
        ...(shows === TIMEOUT ? TIMEOUT_ROWS : shows ? [shows.requirement] : []),
      ],
      needs: [`fault:${fault}`, 'resource:agent', ...actions.flatMap(needsOf)],
      async run(t) {
        const turn = turnOfCourse(t, actions, last);
        const attachments = { agent_ids: [t.resource('agent')], ...(turn.attachments as JsonObject) };
        const sent = withFault(t, fault, { ...turn, attachments, permission_mode: 'auto' });
        const stream = await t.open(...sent);
        const end = await stream.rest();
        t.skipIf(end?.type !== 'message.error', 'the fault did not show');
        // The judge verifies which other members the event has.
        expectAgents(t, stream);
        if (shows === TIMEOUT) expectNoDetails(t, stream);
        // With only one provider, the turn fails before the fault.
        if (actions.includes(FAILOVER) && !hasTakenOver(stream)) return;
        if (shows) expectCode(t, shows.requirement, stream, shows.code);
        if (actions.includes(AGENTS) && stream.events.some(showsTask)) expectRuns(t, stream);
      },
    });
  }),
);

/** Expects that the end of a turn with agents says whether it could delegate. */
export function expectAgents(t: CheckContext, stream: LiveStream): void {
  const agents = stream.terminal?.data.agents;
  const claim = t.expect('events.error.agents-if-carried');
  claim.isTrue(stream, isObject(agents), 'an object', agents, '/agents');
}

/** Expects that the event of a turn that exceeded its deadline has no details. They may be null instead. */
export function expectNoDetails(t: CheckContext, stream: LiveStream): void {
  if (stream.terminal?.data.code !== TIMEOUT.code) return;
  const { details } = stream.terminal.data;
  const claim = t.expect('events.error.timeout-without-details');
  claim.isTrue(stream, (details ?? null) === null, 'no details', details, '/details');
}

/** Expects that the end of a turn in which a task ran has a summary of its tasks. */
export function expectRuns(t: CheckContext, stream: LiveStream): void {
  const runs = stream.terminal?.data.agent_runs;
  t.expect('events.error.agent-runs-only-with-tasks').isTrue(
    stream,
    Array.isArray(runs),
    'a summary of the tasks',
    runs,
    '/agent_runs',
  );
}

/** Whether an event shows the task of an agent. The delegation alone does not count, because its tasks may not have started. */
export function showsTask({ type, data }: LiveEvent): boolean {
  return type === 'message.step' && objectsIn(data.steps).some(({ key }) => key === 'agent');
}
