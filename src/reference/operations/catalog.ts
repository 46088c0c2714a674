import type { Catalog } from '../../../generated/types.d.ts';
import type { JsonAnswer } from '../http/exchange.ts';
import { success } from './answers.ts';
import type { Context } from './context.ts';

/** Maximum number of skills in a catalog, which has only one page. */
const MAX_SKILLS = 1000;

/** A block is absent if the credential lacks its scope; `agents` is also absent while agents are switched off (section 2.5). */
export function getCatalog(context: Context): JsonAnswer {
  const { credential, usable, ports } = context;
  const { scopes } = credential;
  const showsAgents = scopes.has('agents:use') && ports.delegation.isEnabled(usable.user.companyId);
  const catalog: Catalog = {
    models: usable.models().map(({ id, name, code, type }) => ({ id, name, code, type })),
    permission_modes: ['manual', 'auto'],
    ...(scopes.has('libraries:read') && {
      libraries: usable.libraries().map(({ id, name }) => ({ id, name })),
    }),
    ...(scopes.has('skills:read') && { skills: activeSkills(context) }),
    ...(scopes.has('connectors:use') && {
      connectors: usable
        .connectors()
        .map(({ id, name, displayName }) => ({ id, name, display_name: displayName })),
    }),
    ...(showsAgents && {
      agents: usable.agents().map(({ id, name, description, tag }) => ({ id, name, description, tag })),
    }),
  };
  return success(context, 'Catalog read', catalog);
}

function activeSkills({ ports, usable }: Context) {
  const { skills } = ports.store.skills.list(usable.skillViewer, { offset: 0, limit: MAX_SKILLS });
  return skills.filter(({ isActive }) => isActive).map(({ id, name }) => ({ id, name }));
}
