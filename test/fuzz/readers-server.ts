import { assemble } from '../../src/reference/start.ts';

// A server that ends on request, and with its parent.
const { url } = await assemble();
process.once('disconnect', () => process.exit());
process.once('message', () => process.exit());
process.send?.({ url });
