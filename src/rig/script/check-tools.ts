import type { Act } from './act.ts';
import { TemplateError } from './fill-template.ts';
import { nameTools } from './name-tools.ts';
import type { ToolNames } from './tool-names.ts';

/** One act per tool, with every value that a template can name. */
const SAMPLES: Readonly<Record<keyof ToolNames, Act>> = {
  plan: { plan: { title: 'T', context: 'C', steps: [{ step: 1, action: 'A', tool: 't' }], notes: 'N' } },
  delegate: { delegate: [{ agent: 1, name: 'N', task: 'T' }] },
  ask: { ask: { message: 'M', schema: {} } },
};

/**
 * Fills the templates of tools with sample values. @throws TemplateError that begins with the act of the faulty template
 */
export function checkTools(names: Partial<ToolNames>): void {
  for (const [act, sample] of Object.entries(SAMPLES)) {
    try {
      nameTools([sample], names);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new TemplateError(`${act}: ${error.message}`, { cause: error });
    }
  }
}
