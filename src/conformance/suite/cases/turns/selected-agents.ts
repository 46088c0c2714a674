import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { Turn } from '../../../drive/actor.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { expectRefused, type RefusedTurn, refusedOver } from '../../check-kit/refused-turn.ts';
import { expectTaken, selecting } from '../../check-kit/turns.ts';

const MOST_AGENTS = 15;

/**
 * Which agents a turn selects, and which one conducts it. No agent is both attached and cited, and there is room for the principal at the
 * limit, since such an agent may count twice.
 */
interface Selection {
  readonly attached: number;
  readonly cited: number;
  readonly principal?: 'attached' | 'cited' | 'unselected';
}

/** Both ways to select agents, each alone and beside the other, at the limit and beyond it, with and without a principal. */
const SELECTIONS: readonly Selection[] = [
  { attached: MOST_AGENTS, cited: 0 },
  { attached: 0, cited: MOST_AGENTS },
  { attached: 8, cited: 7 },
  { attached: 1, cited: 0, principal: 'attached' },
  { attached: 2, cited: 0, principal: 'attached' },
  { attached: 1, cited: 2, principal: 'attached' },
  { attached: MOST_AGENTS - 1, cited: 0, principal: 'attached' },
  { attached: 0, cited: 1, principal: 'cited' },
  { attached: 2, cited: 1, principal: 'cited' },
  { attached: MOST_AGENTS + 1, cited: 0 },
  { attached: 0, cited: MOST_AGENTS + 1 },
  { attached: MOST_AGENTS, cited: 1 },
  { attached: MOST_AGENTS + 1, cited: 0, principal: 'attached' },
  { attached: 0, cited: 0, principal: 'unselected' },
  { attached: 1, cited: 0, principal: 'unselected' },
  { attached: 2, cited: 0, principal: 'unselected' },
  { attached: 0, cited: 2, principal: 'unselected' },
];

/** The agents that a turn selects: at most fifteen, and its principal among them (sections 4.2 and 7). */
export const selectedAgentsChecks: readonly Check[] = SELECTIONS.flatMap((selection) =>
  CHANNELS.map((channel) => {
    const refusal = refusalOf(selection, channel);
    const allowed = allowedBy(selection);
    const name = nameOf(selection);
    return check({
      id: `turns.agents.${name}.${channel}`,
      situations: [{ probe: refusal ? 'refused selection' : 'selection', selection: name, channel }],
      requirements: refusal?.requirements ?? [allowed],
      ...(refusal && { arranges: [refusal.cause] }),
      needs: [`resource:${poolOf(selection)}`],
      run: (t) =>
        refusal
          ? expectRefused(t, channel, turnWith(t, selection), refusal)
          : expectTaken(t, channel, turnWith(t, selection), allowed),
    });
  }),
);

/** The rule that forbids a selection. */
function refusalOf({ attached, cited, principal }: Selection, channel: Channel): RefusedTurn | undefined {
  const over = (...requirements: readonly RequirementId[]) => refusedOver(channel, ...requirements);
  if (principal === 'unselected')
    return {
      requirements: over(R['errors.invalid-agents.answer'], R['turns.principal.must-be-selected']),
      row: 'invalid-agents',
      cause: 'unselected-principal',
    };
  if (attached + cited <= MOST_AGENTS) return undefined;
  const merged = cited > 0 ? [R['turns.agents.merged-with-citations']] : [];
  return {
    requirements: over(R['errors.too-many-agents.answer'], R['turns.agents.limit'], ...merged),
    row: 'too-many-agents',
    cause: 'too-many-agents',
  };
}

/** The statement that allows a selection. */
function allowedBy({ cited, principal }: Selection): RequirementId {
  if (principal === 'cited') return R['turns.principal.selected-by-citation'];
  if (principal === 'attached') return R['turns.principal.optional'];
  return cited > 0 ? R['turns.agents.merged-with-citations'] : R['turns.agents.limit'];
}

function nameOf({ attached, cited, principal }: Selection): string {
  const counts = `${attached}-attached-${cited}-cited`;
  return principal === undefined ? counts : `${counts}-principal-${principal}`;
}

function countAgents({ attached, cited, principal }: Selection): number {
  return attached + cited + (principal === 'unselected' ? 1 : 0);
}

/** Few agents are enough for the simplest selections, so that they can be checked on a target with few agents. */
function poolOf(selection: Selection): 'agent' | '16_agents' {
  return countAgents(selection) > 2 ? '16_agents' : 'agent';
}

function turnWith(t: CheckContext, selection: Selection): Turn {
  const { attached, cited, principal } = selection;
  const agents = t.resources(poolOf(selection));
  t.skipIf(agents.length < countAgents(selection), 'the profile names only one agent');
  const own = agents.slice(0, attached);
  const named = agents.slice(attached, attached + cited);
  const conductors = { attached: own.at(-1), cited: named[0], unselected: agents[attached + cited] };
  const turn = selecting(t, own, named);
  return principal === undefined ? turn : { ...turn, principal_agent_id: conductors[principal] };
}
