/** What a shell block needs in addition to the page to end with 0. */
export interface BlockRow {
  /** Why the block is not run here. If another test runs it, its path. */
  readonly not?: string;
  /** What the reader has done, or has, at that time. */
  readonly before?: string;
  /** The block with the reader's own values in place of those that the page leaves out. */
  readonly as?: (code: string) => string;
  /** The exit code, if not 0. */
  readonly code?: number;
}

const PROFILE = 'npx --no conversation-api init "$URL" --output profile.yaml';
/** A request from the reader's own client. */
const REQUEST =
  'curl -sS --fail http://127.0.0.1:PORT/api/v1/chats -H "authorization: Bearer $CONVERSATION_API_TOKEN"';
const INSTALLS = 'test/install-package.ts does the same for the tests of this file.';

/** The blocks that cannot be run unchanged, by their page and their beginning. */
export const BLOCKS: Readonly<Record<string, Readonly<Record<string, BlockRow>>>> = {
  'README.md': { 'git clone': { not: INSTALLS } },
  'CONTRIBUTING.md': { 'npm ci': { not: 'This test is a part of what it runs.' } },
  'docs/getting-started.md': { 'npm ci': { not: INSTALLS } },
  'docs/ai-sdk.md': {
    'npm install': { not: 'test/examples/next.test.ts builds and starts the same files.' },
  },
  'docs/at-scale.md': { '': { not: 'test/docs/at-scale.test.ts runs them.' } },
  'docs/conformance.md': {
    'export CONVERSATION_API_TOKEN=': { as: (code) => code.replace('…', 'harbor-main') },
  },
  'docs/deploy.md': {
    '': { not: 'test/docs/deploy-run.test.ts runs those that need no Docker and no cluster.' },
  },
  'docs/explore.md': {
    // The server of the page breaks a requirement.
    'npx --no conversation-api serve': { code: 1 },
    'npx --no conversation-api check': { code: 1 },
  },
  'docs/interop.md': {
    '': { not: 'test/interop/docs.test.ts compares them with those that the tests there run.' },
  },
  'docs/judge.md': {
    'curl -N': {
      before: 'mkdir -p recordings && cp test/recordings/valid/*.sse recordings',
      as: (code) => code.replace('curl -N …', 'cat recordings/plain.sse').replace(/.*\.har/, ''),
    },
  },
  'docs/ledger.md': { 'npm run ledger': { not: 'It is the gate `whole-ledger` of scripts/test/gates.ts.' } },
  'docs/portal.md': { 'npm run portal': { not: 'test/portal/command.test.ts runs it.' } },
  'docs/publish.md': { 'npm ci': { not: 'test/publish.test.ts runs it.' } },
  'docs/record.md': {
    'npx --no conversation-api check recordings': {
      // The blocks of docs/judge.md put streams into a folder of the same name.
      before: `rm -f recordings/*.sse\n${REQUEST.replace('PORT', '4040')}`,
    },
  },
  'docs/recordings.md': {
    'curl -N': {
      before: `BASE_URL=$URL TOKEN=harbor-main CHAT_ID=$(node -p 'crypto.randomUUID()')`,
    },
  },
  'docs/reports.md': {
    curl: { before: 'npx --no conversation-api serve --log none' },
    'npx --no conversation-api check "$URL" --against': {
      before: 'OTHER_URL=$URL',
    },
    'npx --no conversation-api check "$URL" --profile profile.yaml --known-failures': {
      before: `${PROFILE}\necho 'known_failures: []' > known-failures.yaml`,
      as: (code) => code.replace('--remember', '--fast --only lists.meta --remember'),
    },
    'npx --no conversation-api check "$URL" --profile profile.yaml --shard': {
      as: (code) => code.replace(/.*PART.*/, (line) => `for PART in 1 2 3 4; do ${line}; done`),
    },
  },
  'docs/rig.md': {
    'npx --no conversation-api check --profile': {
      not: 'test/rig/conformance.test.ts judges a server beside the rig.',
    },
  },
  'docs/schemathesis.md': { 'pip install': { not: 'It installs a program of Python.' } },
  'docs/testing-your-client.md': {
    // The driver is not filled in, so nothing is judged.
    'npx --no conversation-api check-client': { code: 3 },
    'npx --no conversation-api record': {
      as: (code) => code.replace(/^.* check /m, (check) => `${REQUEST.replace('PORT', '4011')}\n${check}`),
    },
  },
  'test/peers/fastapi/README.md': { '': { not: 'test/peers/fastapi.test.ts does the same.' } },
  'test/peers/gohttp/README.md': { '': { not: 'test/peers/gohttp.test.ts does the same.' } },
};
