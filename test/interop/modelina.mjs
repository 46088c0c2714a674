// node modelina.mjs <file>: writes the events of the stream as TypeScript.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TypeScriptGenerator } from '@asyncapi/modelina';

const [file] = process.argv.slice(2);
const document = fileURLToPath(import.meta.resolve('conversation-api/asyncapi.json'));

const generator = new TypeScriptGenerator({
  modelType: 'interface',
  enumType: 'union',
  mapType: 'record',
  rawPropertyNames: true, // else the members are renamed to camelCase, which only a class can translate
});
const models = await generator.generate(JSON.parse(await readFile(document, 'utf8')));

await mkdir(dirname(file), { recursive: true });
await writeFile(file, models.map(({ result }) => `export ${result}\n`).join('\n'));
