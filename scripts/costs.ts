import { writeFileSync } from 'node:fs';
import { CHECKS } from '../src/conformance/checks/index.ts';
import { costsOf } from './costs/costs-of.ts';
import { judgeReference } from './ledger/judge-reference.ts';

/** `npm run costs`: runs every check against the sound server, and writes the number of turns that it sends and of chats and skills that it creates. */
const { exchanges } = await judgeReference({ checks: CHECKS });
const costs = costsOf(exchanges);
const lines = Object.entries(costs).map(([id, cost]) => `  ${JSON.stringify(id)}: ${JSON.stringify(cost)}`);
writeFileSync('generated/check-costs.json', `{\n${lines.join(',\n')}\n}\n`);
