import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPicture, type Import } from './draw-picture.ts';
import { readImports } from './read-imports.ts';
import { replaceBetween } from './replace-between.ts';
import { VIEWS } from './views.ts';

const PAGE = 'docs/architecture.md';

/** Draws the pictures of the page from the imports of today. */
export async function drawPage(root: string): Promise<void> {
  const { imports } = await readImports(root);
  writeFileSync(join(root, PAGE), drawn(root, imports));
}

/** A line for each import that breaks a wall, and one if a picture is out of date. */
export async function findFaults(root: string): Promise<readonly string[]> {
  const { imports, brokenWalls } = await readImports(root);
  if (drawn(root, imports) === readPage(root)) return brokenWalls;
  return [...brokenWalls, `${PAGE} does not show the imports of today; run \`npm run architecture\``];
}

const readPage = (root: string): string => readFileSync(join(root, PAGE), 'utf8');

function drawn(root: string, imports: readonly Import[]): string {
  return Object.entries(VIEWS).reduce(
    (page, [name, view]) =>
      replaceBetween(page, name, `\`\`\`mermaid\n${drawPicture(imports, view)}\n\`\`\``),
    readPage(root),
  );
}
