import { expect, it } from 'vitest';
import { defaultSeedValue } from '../../../generated/default-seed.js';
import { buildDirectory } from '../../../src/reference/directory/directory.ts';
import { createSecretMask } from '../../../src/reference/secrets/secret-mask.ts';

const directory = buildDirectory({
  ...defaultSeedValue,
  models: [
    ...defaultSeedValue.models,
    {
      id: 90,
      company: 1,
      name: 'Other',
      code: 'other',
      providers: [
        { kind: 'openai-compatible', name: 'other', url: 'http://a.example', model: 'm', key_from: 'KEY' },
      ],
    },
  ],
  connectors: [
    {
      id: 91,
      company: 1,
      name: 'desk',
      display_name: 'Desk',
      transport: {
        kind: 'http',
        url: 'http://a.example',
        token_from: 'TOKEN',
        headers_from: { 'X-Key': 'HEADER' },
      },
    },
    {
      id: 92,
      company: 1,
      name: 'program',
      display_name: 'Program',
      transport: { kind: 'stdio', command: 'program', env_from: { SECRET: 'CHILD' } },
    },
  ],
});

it.each<[string, NodeJS.ProcessEnv, string, string]>([
  ['keys of providers', { KEY: 'sk-0123456789' }, 'no sk-0123456789!', 'no ***!'],
  ['tokens of connectors', { TOKEN: 'tok/0123+456' }, 'tok/0123+456 or tok%2F0123%2B456', '*** or ***'],
  ['headers of connectors', { HEADER: 'hd-0123456789' }, 'no hd-0123456789', 'no ***'],
  ['variables of programs', { CHILD: 'ch-0123456789' }, 'no ch-0123456789', 'no ***'],
  ['the longer of two', { KEY: 'sk-01234', TOKEN: 'sk-0123456789' }, 'sk-0123456789 sk-01234', '*** ***'],
  ['all of two that overlap', { KEY: 'sk-0123456', TOKEN: '3456-tok' }, 'an sk-0123456-tok', 'an ***'],
  ['the credential in a header', { HEADER: 'Bearer hd-0123456789' }, 'hd-0123456789 is old', '*** is old'],
  ['a key inside JSON', { KEY: 'sk-"0123456' }, '{"key":"sk-\\"0123456"}', '{"key":"***"}'],
  ['a key that is cut off', { KEY: 'sk-0123456789' }, 'no sk-012345678', 'no ***'],
  ['a key as it is sent, without the space around it', { KEY: ' sk-0123456789\n' }, 'sk-0123456789', '***'],
])('masks %s', (_what, environment, text, masked) => {
  expect(createSecretMask(directory, environment).text(text)).toBe(masked);
});

it.each<[string, NodeJS.ProcessEnv]>([
  ['a placeholder', { KEY: 'ollama' }],
  ['an empty variable', { KEY: '' }],
  ['variables that the seed does not name', { OTHER: 'ollama is down' }],
])('leaves text unchanged for %s', (_what, environment) => {
  expect(createSecretMask(directory, environment).text('ollama is down')).toBe('ollama is down');
});

it('masks the strings of a value and the names of its members', () => {
  const mask = createSecretMask(directory, { KEY: 'sk-0123456789' });

  expect(mask.value({ 'is sk-0123456789': [1, null, { a: 'sk-0123456789' }] })).toEqual({
    'is ***': [1, null, { a: '***' }],
  });
});

it('masks secrets that the environment gets later', () => {
  const environment: NodeJS.ProcessEnv = {};
  const mask = createSecretMask(directory, environment);
  expect(mask.text('sk-0123456789')).toBe('sk-0123456789');

  environment.KEY = 'sk-0123456789';

  expect(mask.text('sk-0123456789')).toBe('***');
});
