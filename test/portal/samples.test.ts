import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../portal/elements/samples/languages.ts';
import type { SampleRequest } from '../../portal/elements/samples/request.ts';
import { withReader } from '../../portal/elements/samples/with-reader.ts';

const sample: SampleRequest = {
  method: 'POST',
  path: '/skills/41/use',
  pathValues: [41],
  query: [['limit', '20']],
  isKeyed: true,
  isStream: false,
  body: { content: 'Is it open?', deep: [true, null] },
  call: 'skills.use',
};
const typed = {
  method: 'POST',
  server: 'https://api.example/base',
  path: '/skills/7/use?name=a+b%26c',
  headers: { Authorization: "Bearer it's-mine" },
  timeScale: 1,
  body: '{ "content": "It\'s \\"now\\"" }',
};
const write = (label: string, request: SampleRequest) =>
  LANGUAGES.find((each) => each.label === label)?.write(request) ?? '';
/** The arguments that a shell gives to curl. `uuidgen` is a function here, since not each machine has it. */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', `uuidgen() { echo a-uuid; }\n${command.replace(/^curl/, "printf '%s\\0'")}`], {
    encoding: 'utf8',
    env: { BASE_URL: 'http://127.0.0.1:1', TOKEN: 'secret' },
  })
    .split('\0')
    .slice(0, -1);

describe('a sample', () => {
  it('takes the server and the token from variables, and makes a uuid as key', () => {
    expect(argumentsOf(write('curl', sample))).toEqual([
      ...['-H', 'Authorization: Bearer secret'],
      ...['-H', 'Idempotency-Key: a-uuid'],
      ...['-H', 'Content-Type: application/json'],
      ...['-d', JSON.stringify(sample.body, null, 2)],
      'http://127.0.0.1:1/skills/41/use?limit=20',
    ]);
    expect(write('TypeScript', sample)).toContain('process.env.TOKEN!');
    expect(write('Python', sample)).toMatch(/uuid\.uuid4\(\)[\s\S]*"deep": \[\s*True,\s*None\s*\]/);
    expect(write('Go', sample)).toContain('os.Getenv("TOKEN")');
  });

  it('has the values of the reader in each language', () => {
    const request = withReader(sample, typed, ['7']);
    expect(argumentsOf(write('curl', request))).toEqual([
      ...['-H', "Authorization: Bearer it's-mine"],
      ...['-H', 'Idempotency-Key: a-uuid'],
      ...['-H', 'Content-Type: application/json'],
      ...['-d', JSON.stringify({ content: `It's "now"` }, null, 2)],
      'https://api.example/base/skills/7/use?name=a+b%26c',
    ]);
    expect(write('TypeScript', request)).toContain('client.skills.use(7, {');
    for (const { label, write: writeIn } of LANGUAGES) {
      const text = writeIn(request);
      expect(text, label).toContain('https://api.example/base');
      expect(text, label).not.toMatch(/\bTOKEN|BASE_URL/);
      expect(text, label).toMatch(/it(?:'|\\'|'\\'')s-mine/);
    }
  });

  it.each(LANGUAGES)('has no Authorization header without a token, in $label', ({ write: writeIn }) => {
    const text = writeIn(withReader(sample, { ...typed, headers: {} }, ['7']));
    expect(text).not.toMatch(/authorization|bearer|token/i);
    expect(text).toContain('https://api.example/base/skills/7/use');
  });
});
