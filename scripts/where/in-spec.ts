import { globSync, readFileSync } from 'node:fs';
import { repositoryRoot } from '../test/environment.ts';

const FILES = ['spec/requirements/*.yaml', 'spec/errors.yaml', 'spec/causes.yaml'];
let places: ReadonlyMap<string, string> | undefined;

/** Where spec/ declares an id, as `file:line`. */
export function placeInSpec(id: string): string | undefined {
  places ??= new Map(
    globSync(FILES, { cwd: repositoryRoot })
      .toSorted()
      .flatMap((file) =>
        readFileSync(`${repositoryRoot}/${file}`, 'utf8')
          .split('\n')
          .flatMap((text, index) => {
            const declared = /^(?:- id: (\S+)|([a-z][\w-]*): )/.exec(text);
            const name = declared?.[1] ?? declared?.[2];
            return name === undefined ? [] : [[name, `${file}:${index + 1}`] as const];
          }),
      ),
  );
  return places.get(id);
}
