// node quicktype.mjs <language> <file> [option=value...]: writes the types of every schema of the contract.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputData, JSONSchemaInput, quicktypeMultiFile } from 'quicktype-core';

const [language, file, ...options] = process.argv.slice(2);

// All at once: the schemas refer to each other by their $id, which nothing answers on the network.
const folder = new URL('.', import.meta.resolve('conversation-api/schemas/Chat.json'));
const schemas = new JSONSchemaInput(undefined);
for (const name of await readdir(folder)) {
  await schemas.addSource({ name, schema: await readFile(new URL(name, folder), 'utf8') });
}
const inputData = new InputData();
inputData.addInput(schemas);

const written = await quicktypeMultiFile({
  inputData,
  lang: language,
  outputFilename: basename(file),
  rendererOptions: Object.fromEntries(options.map((option) => option.split('='))),
});

await mkdir(dirname(file), { recursive: true });
const remarks = new Set();
for (const [name, { lines, annotations }] of written) {
  await writeFile(join(dirname(file), name), lines.join('\n'));
  for (const { annotation } of annotations) remarks.add(annotation.message);
}
for (const remark of remarks) console.warn(remark);
