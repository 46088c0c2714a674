import type {
  CredentialName,
  FaultName,
  Need,
  ResourceName,
  ScenarioName,
} from '../../../generated/ids.d.ts';
import type { Turn } from '../drive/actor.ts';
import type { Answer } from '../drive/answer.ts';
import { isObject } from '../judge/json.ts';
import { splitNeed } from '../profile/names.ts';
import type { CheckContext } from '../suite/check-kit/context.ts';
import { answer, raise } from '../suite/check-kit/interaction-replies.ts';
import { finish, withFault } from '../suite/check-kit/turns.ts';

/** Tests whether an entry of the profile is true of the target. */
export interface ProfileProbe {
  /** Other needs of `look`. If a check does not have them, `look` is not called. */
  readonly takes?: readonly string[];
  /** @returns how the target differs from the profile, or undefined if no difference was seen */
  look(t: CheckContext): Promise<string | undefined>;
}

type Look = ProfileProbe['look'];

/** The shortest duration of a turn that is supposed to run for minutes, in milliseconds of the service's time. */
const SOON = 15_000;

const SCENARIOS: Readonly<Partial<Record<ScenarioName, Look>>> = {
  long_turn: (t) => goesOn(t, 'long_turn'),
  endless_turn: (t) => goesOn(t, 'endless_turn'),
  upstream_failure: (t) => fails(t, 'upstream_failure'),
  sources: async (t) => carries(t.scenario('sources'), 'workspace_ids', 'file_ids'),
  agents_model_without_tools: async (t) => carries(t.scenario('agents_model_without_tools'), 'agent_ids'),
};

const FAULTS_OF_SENDS: readonly FaultName[] = [
  'persistence',
  'outcome_unknown',
  'idempotency_outcome_unknown',
  'pre_dispatch_error',
];
const FAULTS_OF_AGENTS: readonly FaultName[] = ['agents_disabled', 'agents_unavailable'];
const FAULTS_OF_ANSWERS: readonly FaultName[] = [
  'action_not_sent',
  'action_no_answer',
  'action_rejected',
  'interaction_backend',
];

/** If a fault has no effect, either it did not happen or the target hides it. The suite cannot tell which. */
const FAULTS: Readonly<Partial<Record<FaultName, ProfileProbe>>> = Object.fromEntries([
  ...FAULTS_OF_SENDS.map((name) => [name, hinders(name, (t) => t.main.send(...withFault(t, name)))]),
  ...FAULTS_OF_AGENTS.map((name) => {
    const send = (t: CheckContext) => t.main.send(...withFault(t, name, withAgent(t)));
    return [name, hinders(name, send, 'resource:agent')];
  }),
  ...FAULTS_OF_ANSWERS.map((name) => {
    const send = async (t: CheckContext) => {
      const { headers, body } = t.fault(name);
      return answer(t, await raise(t, 'tool_approval', 'tool_approval'), body, headers);
    };
    return [name, hinders(name, send, 'scenario:tool_approval')];
  }),
  // A turn that ends on its own may end before its deadline.
  [
    'turn_timeout',
    hinders(
      'turn_timeout',
      (t) => t.main.send(...withFault(t, 'turn_timeout', t.scenario('endless_turn'))),
      'scenario:endless_turn',
    ),
  ],
  ['cancel_delivery', { takes: ['scenario:long_turn'], look: cancelsAllTheSame }],
]);

/** The part of the catalog that lists a resource. */
const RESOURCES: Readonly<Partial<Record<ResourceName, string>>> = {
  agent: 'agents',
  '16_agents': 'agents',
  library: 'libraries',
  two_libraries: 'libraries',
  connector: 'connectors',
  two_models: 'models',
};

/** How to verify a need of a check, or undefined if only the operator can know. */
export function profileProbeOf(need: string): ProfileProbe | undefined {
  const [kind, name] = splitNeed(need);
  const look = lookInto(kind, name);
  return kind === 'fault' ? FAULTS[name as FaultName] : look && { look };
}

function lookInto(kind: string, name: string): Look | undefined {
  if (kind === 'scenario') return SCENARIOS[name as ScenarioName];
  if (kind === 'credential' && name !== 'none') return (t) => isAccepted(t, name as CredentialName);
  const block = kind === 'resource' ? RESOURCES[name as ResourceName] : undefined;
  return block === undefined ? undefined : (t) => areShown(t, name as ResourceName, block);
}

async function isAccepted(t: CheckContext, credential: CredentialName): Promise<string | undefined> {
  const path = /^(no_scope:chat:read|only_scope:skills:)/.test(credential) ? '/skills' : '/chat/catalog';
  const { status } = await t.as(credential).get(path);
  if (status !== 401) return undefined;
  return `the target does not accept the token of credential:${credential}: GET /api/v1${path} answered 401`;
}

async function goesOn(t: CheckContext, scenario: ScenarioName): Promise<string | undefined> {
  const stream = await t.running(t.scenario(scenario));
  await t.wait(SOON);
  if (!stream.hasEnded) return undefined;
  const end = await stream.rest();
  return end?.type === 'message.completed'
    ? `the turn of scenario:${scenario} completes within ${SOON / 1000} seconds`
    : undefined;
}

async function fails(t: CheckContext, scenario: ScenarioName): Promise<string | undefined> {
  const end = await finish(t, await t.open(t.scenario(scenario), {}, t.actorOf(scenario)));
  return end?.type === 'message.completed'
    ? `the turn of scenario:${scenario} completes instead of failing`
    : undefined;
}

function carries({ attachments }: Turn, ...members: readonly string[]): string | undefined {
  const carried = isObject(attachments) ? attachments : {};
  const isThere = members.some((member) => Array.isArray(carried[member]) && carried[member].length > 0);
  return isThere ? undefined : `the turn of the scenario carries no attachments.${members.join(' or ')}`;
}

async function areShown(t: CheckContext, resource: ResourceName, block: string): Promise<string | undefined> {
  const items = t.requireSuccess(await t.main.get('/chat/catalog')).data[block];
  if (!Array.isArray(items)) return undefined;
  const shown = new Set(items.map((item) => (isObject(item) ? item.id : undefined)));
  const [unknown] = t.resources(resource).filter((id) => !shown.has(id));
  if (unknown === undefined) return undefined;
  return `the catalog of the target shows no ${unknown} under ${block}, which the profile names as resource:${resource}`;
}

function hinders(
  name: FaultName,
  send: (t: CheckContext) => Promise<Answer>,
  ...takes: readonly Need[]
): ProfileProbe {
  return {
    takes,
    async look(t) {
      const { isSuccess, status } = await send(t);
      return isSuccess
        ? `fault:${name} has no effect: the request that should cause it is answered ${status}`
        : undefined;
    },
  };
}

function withAgent(t: CheckContext): Turn {
  return t.plain({ permission_mode: 'auto', attachments: { agent_ids: [t.resource('agent')] } });
}

/**
 * The requirement forbids a 200 for a cancellation that does not arrive. So a 200 alone does not show that the fault failed; the turn must
 * really be cancelled.
 */
async function cancelsAllTheSame(t: CheckContext): Promise<string | undefined> {
  const { headers, body } = t.fault('cancel_delivery');
  const stream = await t.running(t.scenario('long_turn'));
  const { isSuccess } = await t.main.act(stream.chatId, 'cancel', body, headers);
  await t.wait(SOON);
  const end = stream.hasEnded ? await stream.rest() : undefined;
  return isSuccess && end?.type === 'message.cancelled'
    ? 'fault:cancel_delivery has no effect: the cancellation arrives'
    : undefined;
}
