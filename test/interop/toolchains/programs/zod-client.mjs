/** Parses each item by the schema of its type. */
import { readFileSync } from 'node:fs';
import { schemas } from './api.ts';

for (const line of readFileSync('corpus.jsonl', 'utf8').trimEnd().split('\n')) {
  const { id, kind, type, value } = JSON.parse(line);
  try {
    if (schemas[type] === undefined) throw new Error(`no schema for ${type}`);
    console.log(JSON.stringify({ id, kind, value: schemas[type].parse(value) }));
  } catch (error) {
    console.log(JSON.stringify({ id, kind, error: String(error).replace(/\s+/g, ' ').slice(0, 300) }));
  }
}
