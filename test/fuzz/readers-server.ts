import { assemble } from '../../src/reference/start.ts';

// A server that ends with its parent.
const { url } = await assemble();
process.once('disconnect', () => process.exit());
process.send?.({ url });
