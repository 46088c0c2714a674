/** Loaded before Modelina, which is silent unless it is given a logger: tells every kind of remark once. */
import { Logger } from '@asyncapi/modelina';

const told = new Set();

function tell(remark) {
  const kind = String(remark)
    .replace(/^(Found duplicate \w+).*/s, '$1')
    .replace(/\w+(?= to MetaModel)/, '…');
  if (told.has(kind)) return;
  told.add(kind);
  console.error(kind);
}

Logger.setLogger({ debug: () => undefined, info: () => undefined, warn: tell, error: tell });
