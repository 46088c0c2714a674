#!/usr/bin/env node
// A Node.js that is too old must still be able to parse this file and print the message. So the file uses no syntax newer than `import()`,
// and imports nothing before it has checked the version.
const version = process.versions.node;
const [major = 0, minor = 0] = version.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 16)) {
  process.stderr.write(`conversation-api needs Node.js 22.16 or later; this is ${version}\n`);
  process.exitCode = 2;
} else if (['--version', '-V'].includes(process.argv[2] ?? '') && process.argv.length === 3) {
  // If this shortcut fails, `run` explains what went wrong.
  printVersion().catch(run);
} else {
  run();
}

async function printVersion() {
  const { readVersion } = await import('../conformance/generated.ts');
  const { standardIo } = await import('./standard-io.ts');
  standardIo.stdout.write(`${readVersion()}\n`);
}

async function run() {
  const { keepCompiledCode } = await import('./compile-cache.ts');
  keepCompiledCode(process.argv.slice(2));
  const { runCommand } = await import('./run-command.ts');
  const { standardIo } = await import('./standard-io.ts');
  process.exitCode = await runCommand(process.argv.slice(2), standardIo);
}
