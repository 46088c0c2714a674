import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMBEDDED } from '../../../scripts/build/embedded-code.ts';
import { collectLicenses, packagesOf, readEmbedded } from '../../../scripts/build/licenses.ts';
import { buildClient } from '../../../scripts/build/modules.ts';
import { buildPrograms } from '../../../scripts/build/programs.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { toolFile } from '../../tools/programs.ts';

/** Licenses that allow the code in an MIT package if their text is included. */
const ALLOWED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0'];

interface Known {
  readonly licenses: string | readonly string[];
  readonly path: string;
  readonly licenseFile?: string;
}

interface LicenseChecker {
  init(
    options: { readonly start: string },
    done: (error: Error | null, packages: Record<string, Known>) => void,
  ): void;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'licenses-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the licenses in dist', () => {
  let inputs: string[];
  let known: readonly Known[];
  let text: string;
  beforeAll(async () => {
    inputs = [...(await buildPrograms(folder)), ...(await buildClient(folder))];
    text = collectLicenses(inputs);
    const checker = (await import(
      pathToFileURL(toolFile('license-checker-rseidelsohn/lib/index.js')).href
    )) as LicenseChecker;
    known = await new Promise((resolve, reject) => {
      checker.init({ start: repositoryRoot }, (error, packages) => {
        if (error) reject(error);
        else resolve(Object.values(packages));
      });
    });
  });

  it('are all that an independent tool finds for the bundled packages, and allow publishing the code', () => {
    const unlisted = packagesOf(inputs).filter((path) => {
      const found =
        known.find((each) => relative(repositoryRoot, each.path) === path) ?? sameVersion(path, known);
      if (!found) return true;
      const ids = [found.licenses].flat();
      const isIncluded =
        found.licenseFile === undefined ||
        /readme/i.test(found.licenseFile) ||
        text.includes(readFileSync(found.licenseFile, 'utf8'));
      return !isIncluded || !ids.every((id) => ALLOWED.includes(id));
    });
    expect(unlisted).toEqual([]);
  });

  it('include those of code inside other packages', () => {
    for (const { name } of EMBEDDED) expect(text).toContain(readEmbedded(name));
    expect(text).toContain('Copyright Fedor Indutny, 2018.');
    expect(collectLicenses(['node_modules/undici/lib/milo/simd.js'])).toMatch(/^lib\/milo\/LICENSE\.md$/m);
  });

  it('do not include that of a parser of undici that is not in dist', () => {
    expect(inputs.filter((path) => /milo|parser-h1/.test(path))).toEqual([]);
    expect(text).not.toContain('milo');
  });
});

/** The tool names only one of several equal packages in a tree. */
function sameVersion(path: string, known: readonly Known[]): Known | undefined {
  const read = (at: string) => {
    const { name, version } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    return `${name}@${version}`;
  };
  const wanted = read(join(repositoryRoot, path));
  return known.find(
    (each) => each.path.endsWith(path.slice(path.lastIndexOf('/'))) && read(each.path) === wanted,
  );
}

describe('a package with code of another project', () => {
  const write = (name: string, content: string) => {
    const path = join(folder, 'node_modules', name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'MIT' }));
    writeFileSync(join(path, 'index.js'), content);
    return join(path, 'index.js');
  };

  it.each([
    [
      'bundled',
      '//#region ../node_modules/.pnpm/stranger@1.0.0/node_modules/stranger/index.js\n',
      'stranger',
    ],
    ['compiled', "const parser = 'AGFzbQEAAAA';\n", 'a WebAssembly module'],
  ])('stops the build if the code is %s and its license is missing', (name, content, what) => {
    const path = write(name, content);
    expect(() => collectLicenses([path])).toThrow(`contains ${what}, whose license is not in dist`);
  });

  it('is accepted if the license is next to the code', () => {
    const path = write('beside', "const parser = 'AGFzbQEAAAA';\n");
    writeFileSync(join(path, '..', 'LICENSE'), 'Copyright Somebody');
    expect(collectLicenses([path])).toContain('Copyright Somebody');
  });
});
