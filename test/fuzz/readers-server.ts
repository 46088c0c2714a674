import { assemble } from '../../src/reference/start.ts';

// A server that reports the peak of its resident memory on request.
const { url } = await assemble();
process.once('disconnect', () => process.exit());
process.on('message', () => process.send?.({ peak: process.resourceUsage().maxRSS * 1024 }));
process.send?.({ url });
