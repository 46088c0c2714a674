import { assemble } from '../../src/reference/start.ts';

// A server to be killed. It says `starting` before it touches its file, and its address once it serves.
const [data = '', timeScale = '1'] = process.argv.slice(2);
// When whoever started it is gone, its standard input ends, and so does it.
process.stdin.resume().once('end', () => process.exit());
process.stdout.write('starting\n');
const { url } = await assemble({ data, timeScale: Number(timeScale) });
process.stdout.write(`${url}\n`);
