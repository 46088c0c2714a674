/** Decodes each item by the functions of its type and encodes it again. */
import { readFileSync } from 'node:fs';
import { Convert } from './src/types.ts';

const camel = (type) => type[0].toLowerCase() + type.slice(1);

for (const line of readFileSync('corpus.jsonl', 'utf8').trimEnd().split('\n')) {
  const { id, kind, type, value } = JSON.parse(line);
  try {
    const decoded = Convert[`to${type}`](JSON.stringify(value));
    console.log(JSON.stringify({ id, kind, value: JSON.parse(Convert[`${camel(type)}ToJson`](decoded)) }));
  } catch (error) {
    console.log(JSON.stringify({ id, kind, error: String(error).replace(/\s+/g, ' ').slice(0, 300) }));
  }
}
