import { startRecorder } from '../../src/conformance/recorder/start-recorder.ts';

// A recorder that the test kills. It reports its address, and anything that it cannot record.
const [target = '', output = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
const { url } = await startRecorder({
  target: new URL(target),
  output,
  host: '127.0.0.1',
  port: 0,
  onProblem: (problem) => process.send?.({ problem }),
});
process.send?.({ url });
