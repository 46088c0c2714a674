import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fillCosts } from './fill-costs.ts';

/** Fills the measured costs into docs/conformance.md. Runs in a separate process, to read the costs that `scripts/costs.ts` has just written. */
const PAGE = resolve(import.meta.dirname, '../../docs/conformance.md');
writeFileSync(PAGE, fillCosts(readFileSync(PAGE, 'utf8')));
