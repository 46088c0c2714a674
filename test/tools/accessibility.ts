import { toolFile } from './programs.ts';

/** The script that finds violations of accessibility rules in a page. */
export const axeScript: string = toolFile('axe-core/axe.min.js');
