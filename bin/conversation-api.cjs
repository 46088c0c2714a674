#!/usr/bin/env node
// The command of the package. It runs what `npm run build` wrote, and a clone without a build says so instead of "not found". A Node.js that
// is too old must be able to parse this file.
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');

const root = dirname(__dirname);
const built = join(root, 'dist/bin/conversation-api.cjs');
if (existsSync(built)) require(built);
else {
  process.stderr.write(`conversation-api is not built yet: run \`npm ci && npm run build\` in ${root}\n`);
  process.exitCode = 2;
}
