/** Decodes each item by the functions of its type and encodes it again. */
import { readFileSync } from 'node:fs';
import * as api from './src/index.ts';

const functions = { ...api };

for (const line of readFileSync('corpus.jsonl', 'utf8').trimEnd().split('\n')) {
  const { id, kind, type, value } = JSON.parse(line);
  try {
    const [decode, encode] = [functions[`${type}FromJSON`], functions[`${type}ToJSON`]];
    if (decode === undefined || encode === undefined) throw new Error(`no functions for ${type}`);
    console.log(JSON.stringify({ id, kind, value: encode(decode(value)) }));
  } catch (error) {
    console.log(JSON.stringify({ id, kind, error: String(error) }));
  }
}
