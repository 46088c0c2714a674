import { openStore } from '../../../src/reference/store/open-store.ts';
import { chat, outcome, turn } from './records.ts';

// Writes to the store whose path is its argument, reports that it wrote, and waits to be killed with the store open.
const [file = ''] = process.argv.slice(2);
const { turns } = openStore({ file });
const closed = turns.begin(turn({ key: { value: 'k1', fingerprint: 'f1' } }), chat());
turns.append([{ turnId: closed, text: 'At ', replace: false }]);
turns.close(closed, outcome(), 5000);
const running = turns.begin(turn());
turns.append([{ turnId: running, text: 'So ', replace: false }]);
turns.append([{ turnId: running, text: 'far.', replace: false }]);
process.stdout.write('written\n');
setInterval(() => {}, 60_000);
