/** Preloaded with `--import`: prints, when the process ends, each file of the package that was loaded. */
import { registerHooks } from 'node:module';

const folder = '/node_modules/conversation-api/';
const loaded = new Set();

registerHooks({
  load(url, context, nextLoad) {
    const at = url.indexOf(folder);
    if (at >= 0) loaded.add(url.slice(at + folder.length));
    return nextLoad(url, context);
  },
});

process.on('exit', () => console.log(JSON.stringify([...loaded].sort())));
