/**
 * `npm run architecture`: draws the pictures of docs/architecture.md from the imports of src, between the markers of each. With `--check` it
 * writes nothing, and fails if a picture is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { drawPicture } from './architecture/draw-picture.ts';
import { readImports } from './architecture/read-imports.ts';
import { replaceBetween } from './architecture/replace-between.ts';
import { VIEWS } from './architecture/views.ts';
import { readArguments } from './read-arguments.ts';

const PAGE = 'docs/architecture.md';

const { check } = readArguments({ check: { type: 'boolean', default: false } });
const page = readFileSync(PAGE, 'utf8');
const imports = await readImports();
let drawn = page;
for (const [name, view] of Object.entries(VIEWS)) {
  drawn = replaceBetween(drawn, name, `\`\`\`mermaid\n${drawPicture(imports, view)}\n\`\`\``);
}
if (drawn === page) process.exitCode = 0;
else if (check) {
  console.error(`${PAGE} does not show the imports of today; run \`npm run architecture\``);
  process.exitCode = 1;
} else writeFileSync(PAGE, drawn);
