import { assemble } from '../../src/reference/start.ts';

// A server that the test kills. It prints `starting` before it opens its file, and its address when it listens.
const [data = '', timeScale = '1'] = process.argv.slice(2);
// Standard input ends when the parent process has ended. The server then ends too.
process.stdin.resume().once('end', () => process.exit());
process.stdout.write('starting\n');
const { url } = await assemble({ data, timeScale: Number(timeScale) });
process.stdout.write(`${url}\n`);
