import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { packages } from './consumer.ts';
import { languages } from './languages.ts';
import { typescriptRuns } from './typescript-runs.ts';

const page = readFileSync(resolve(repositoryRoot, 'docs/interop.md'), 'utf8');
/** The page as one line, since sentences wrap. */
const prose = page.replace(/\s+/g, ' ');
const commands = [...typescriptRuns, ...languages].map(({ command }) => command);

const manifest = readFileSync(resolve(import.meta.dirname, 'package.json'), 'utf8');
const { devDependencies } = JSON.parse(manifest) as { devDependencies: Readonly<Record<string, string>> };
/** Packages that a reader of the page installs. The rows of the other table give the versions of the rest. */
const pins = packages.map((name) => [name, devDependencies[name] ?? 'a version of its own'] as const);

it.each(pins)('the page names %s with its version', (tool, version) => {
  expect(page).toMatch(new RegExp(`^\\| \\[${tool}\\]\\(\\S+\\) \\| ${version} \\|`, 'm'));
});

it('the page has exactly the tested commands', () => {
  const shown = [...page.matchAll(/^(?:npx|node) .*$/gm)].map(([command]) => command);
  expect(shown.toSorted()).toEqual(commands.toSorted());
});

it.each(['quicktype.mjs', 'modelina.mjs'])('the page shows %s exactly as tested', (script) => {
  expect(page).toContain(`\`\`\`js\n${readFileSync(resolve(import.meta.dirname, script), 'utf8')}\`\`\`\n`);
});

it.each(typescriptRuns)('the page says what is lost with $name, and declares what is missing', (run) => {
  expect(Object.keys(run.losses).filter((loss) => !prose.includes(`**${loss}**`))).toEqual([]);
  if (run.streamEvent.includes('import')) expect(page).toContain(`\`\`\`ts\n${run.streamEvent}\n\`\`\`\n`);
});
