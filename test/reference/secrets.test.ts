import { expect, it } from 'vitest';
import { defaultSeedValue } from '../../generated/default-seed.js';
import { buildDirectory } from '../../src/reference/directory/directory.ts';
import { createSecretMask } from '../../src/reference/secrets.ts';

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
  ['a key as it is sent, without the space around it', { KEY: ' sk-0123456789\n' }, 'sk-0123456789', '***'],
])('masks %s', (_what, environment, text, masked) => {
  expect(createSecretMask(directory, environment)(text)).toBe(masked);
});

it.each<[string, NodeJS.ProcessEnv]>([
  ['a placeholder', { KEY: 'ollama' }],
  ['an empty variable', { KEY: '' }],
  ['variables that the seed does not name', { OTHER: 'ollama is down' }],
])('leaves text unchanged for %s', (_what, environment) => {
  expect(createSecretMask(directory, environment)('ollama is down')).toBe('ollama is down');
});
