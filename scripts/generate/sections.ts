import { type Problem, type Spec, SpecError } from './spec.ts';

export const sectionsPath = 'requirements/sections.yaml';

/** The titles of the sections of the service description by number: `4.1` is `Endpoints: Chats`. @throws SpecError */
export function readSections(spec: Spec): Record<string, string> {
  const titles = new Map(Object.entries(spec.object(sectionsPath)));
  const problems: Problem[] = [...titles]
    .filter(([, title]) => typeof title !== 'string')
    .map(([number]) => ({ file: sectionsPath, message: `the title of section ${number} must be a text` }));
  if (problems.length > 0) throw new SpecError(...problems);
  return Object.fromEntries(
    [...titles].map(([number, title]) => {
      const parent = number.includes('.') ? titles.get(number.slice(0, number.lastIndexOf('.'))) : undefined;
      return [number, parent === undefined ? String(title) : `${parent}: ${title}`];
    }),
  );
}
