import type { RequirementId } from '../../../../generated/ids.d.ts';
import { LIFETIME } from '../../judge/timing.ts';
import type { Happening, Journey } from '../journey.ts';
import { area } from './area.ts';
import {
  ANSWER,
  delegating,
  PLAN,
  QUESTION,
  TOOL,
  TWO_TOOLS,
  turn,
  UNCONNECTED,
  WITH_AGENTS,
  WITH_TOOLS,
} from './turns.ts';

const question = area(
  'question',
  { task: 'stream', body: turn([TOOL, ANSWER], WITH_TOOLS), answers: { tool_approval: 'approve' } },
  'stream.plain',
);

/** Every kind of question, with every answer to it, and the rows that the answer needs. */
const ANSWERED = [
  ['tool_approval', TOOL, ['approve', 'decline']],
  ['plan_approval', PLAN, ['approve', 'reject']],
  [
    'elicitation',
    QUESTION,
    [{ action: 'accept', content: { branch: 'Quayside' } }, { action: 'decline' }, { action: 'cancel' }],
  ],
  ['auth_required', UNCONNECTED, ['cancel']],
] as const;

/** What happens to the first answer to a question, and the row that says what a client does then. */
const TROUBLES: readonly (readonly [
  name: string,
  service: string,
  row: RequirementId,
  happening: Omit<Happening, 'to' | 'nth'>,
])[] = [
  [
    'not-sent',
    'answers 503 api_v1_service_unavailable to the decision',
    'stream.action.verbatim-id',
    { fault: 'action_not_sent' },
  ],
  [
    'rejected',
    'answers 409 api_v1_action_result_unknown to the decision',
    'errors.decision-rejected.check-turn',
    { fault: 'action_rejected' },
  ],
  [
    'no-answer',
    'answers 503 api_v1_action_result_unknown to the decision',
    'errors.decision-result-unknown.no-resend',
    { fault: 'action_no_answer' },
  ],
  [
    'backend-away',
    'answers 503 api_v1_interaction_backend_unavailable to the decision',
    'errors.interactions-unavailable.retry',
    { fault: 'interaction_backend' },
  ],
  [
    'lost-answer',
    'takes the decision, and the connection breaks in place of the answer',
    'errors.action-not-pending.no-retry',
    { cut: 'head' },
  ],
];

/** Journeys in which the service asks the client. */
export const QUESTION_JOURNEYS: readonly Journey[] = [
  ...ANSWERED.flatMap(([kind, act, answers]) =>
    answers.map((answer) =>
      question(`${kind.replace('_', '-')}.${typeof answer === 'string' ? answer : answer.action}`, {
        service: `asks a question of the kind ${kind}.`,
        body: turn([act, ANSWER], WITH_TOOLS),
        answers: { [kind]: answer },
        rows: ['stream.action.verbatim-id'],
        readings: ['A-13'],
      }),
    ),
  ),
  question('two-tools', {
    service: 'asks about two tools at once.',
    body: turn([TWO_TOOLS, ANSWER], WITH_TOOLS),
    rows: ['interactions.approve-tool.one-decision-each'],
  }),
  question('two-tasks', {
    service: 'runs two tasks of agents that each ask a question.',
    body: turn([delegating(TOOL, ANSWER), ANSWER], WITH_AGENTS),
    rows: ['stream.action.verbatim-id'],
  }),
  question('expired', {
    service: 'asks a question that nobody answers for 110 seconds.',
    answers: {},
    rows: ['interactions.expiry.turn-ends'],
    waits: LIFETIME,
  }),
  ...TROUBLES.map(([name, service, row, happening]) =>
    question(name, {
      service: `${service}.`,
      // Longer than the pause of a client that sends a decision again.
      body: turn([TOOL, { wait: 120 }, ANSWER], WITH_TOOLS),
      waits: 120_000,
      rows: [row],
      happenings: [{ to: 'approveTool', nth: 1, ...happening }],
    }),
  ),
];
