import type { AgentsSupport } from '../../../generated/types.d.ts';
import type { TurnOrder } from './order.ts';

/** Whether a turn can delegate; undefined when it carries no agents. The model decides that, and no scope (section 2.3). */
export function agentsSupport({
  attached,
  model,
}: Pick<TurnOrder, 'attached' | 'model'>): AgentsSupport | undefined {
  if (attached.agents.length === 0) return undefined;
  return model.tools
    ? { supported: true, reason: null }
    : { supported: false, reason: `The model ${model.name} does not use tools.` };
}
