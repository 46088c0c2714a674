import type { ActionRequired } from '../../../generated/types.d.ts';
import type { Act } from '../../../src/rig/script/act.ts';
import type { Turn } from './client.ts';

type Kind = ActionRequired['kind'];
type Asked<Of extends Kind = Kind> = Extract<ActionRequired, { kind: Of }>;

/** A way to raise a question, the endpoint that answers it, and an answer that lets the turn continue. */
export interface Asking {
  readonly kind: Kind;
  readonly endpoint: string;
  readonly acts: readonly Act[];
  answer(asked: ActionRequired): object;
}

/** The tickets, and a calendar that is not connected. */
const CONNECTORS = [7, 9];

export const APPROVAL: Asking = {
  kind: 'tool_approval',
  endpoint: 'approve-tool',
  acts: [{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }],
  answer: (asked) => decide(asked as Asked<'tool_approval'>, true),
};

const PLAN: Asking = {
  kind: 'plan_approval',
  endpoint: 'respond-plan',
  acts: [
    {
      plan: {
        title: 'Announce the Easter hours',
        context: 'The branches need the notice by Friday.',
        steps: [
          { step: 1, action: 'Write the notice' },
          { step: 2, action: 'Close the ticket', tool: 'close_ticket' },
        ],
        notes: 'Nothing is sent to customers.',
      },
    },
  ],
  answer: ({ action_id }) => ({ action_id, action: 'approve' }),
};

export const QUESTION: Asking = {
  kind: 'elicitation',
  endpoint: 'respond-elicitation',
  acts: [
    {
      ask: {
        message: 'Which branch should be searched?',
        schema: { type: 'object', properties: { branch: { type: 'string' } }, required: ['branch'] },
      },
    },
  ],
  answer: ({ action_id }) => ({ action_id, action: 'accept', content: { branch: 'Old Mill' } }),
};

export const CONNECTION: Asking = {
  kind: 'auth_required',
  endpoint: 'cancel-auth',
  acts: [{ call: { tool: 'list_events' } }],
  answer: ({ action_id }) => ({ action_id }),
};

/** Every kind of interaction (section 2.6). */
export const ASKINGS: readonly Asking[] = [APPROVAL, PLAN, QUESTION, CONNECTION];

/** A turn that asks and then performs more acts. By default, its model repeats the result of the question. */
export function asking({ acts }: Asking, then: readonly Act[] = [{ echo: 'results' }]): Turn {
  return { script: [...acts, ...then], attachments: { mcp_server_ids: CONNECTORS } };
}

/** One decision for each tool. */
function decide({ action_id, payload }: Asked<'tool_approval'>, approved: boolean): object {
  return { action_id, decisions: payload.tools.map(({ tool_use_id }) => ({ tool_use_id, approved })) };
}
