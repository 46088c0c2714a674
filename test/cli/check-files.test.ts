import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { startReferenceServer } from '../../src/alterations/index.ts';
import type { SuiteReport } from '../../src/conformance/report/model.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { BuiltCommand } from '../runtimes/built-command.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

const CHECK = 'requests.createChat.name.longest';
const FILE = 'src/conformance/suite/requests/request-checks.ts';

/** What the built suite is asked here. */
interface Bundle {
  renderCheck(check: object, cost: string, registry: object): string;
}

const workspace = makeWorkspace();
const command = new BuiltCommand();
beforeAll(() => command.build());
afterAll(() => command.remove());

describe('the file of a check', () => {
  it('is in every report that names the check of a finding', async () => {
    const server = await startReferenceServer({
      breakages: ['chats.name.at-most-200/createChat:name/limit-refused'],
    });
    const files = {
      json: workspace.path('report.json'),
      html: workspace.path('report.html'),
      junit: workspace.path('report.xml'),
      github: workspace.path('report.txt'),
    };
    const places = Object.entries(files).map(([reporter, file]) => `${reporter}=${file}`);
    const { stdout } = await command.run(
      process.execPath,
      ['check', server.url, '--only', CHECK, '--reporter', ['pretty', ...places].join(',')],
      { CONVERSATION_API_TOKEN: 'harbor-main' },
    );
    await server.close();

    const report = JSON.parse(readFileSync(files.json, 'utf8')) as SuiteReport;
    const findings = report.requirements.flatMap((row) => row.findings);
    expect(new Set(findings.map(({ check, checkFile }) => `${check} in ${checkFile}`))).toEqual(
      new Set([`${CHECK} in ${FILE}`]),
    );
    expect(stdout).toContain(`        check in: ${FILE}\n`);
    expect(readFileSync(files.html, 'utf8')).toContain(`<code>${CHECK}</code> in <code>${FILE}</code>`);
    expect(readFileSync(files.junit, 'utf8')).toContain(`check in: ${FILE}`);
    expect(readFileSync(files.github, 'utf8')).toContain(`check in: ${FILE}`);
  });

  it('is the one that declares it, for each check', () => {
    const suite = createRequire(import.meta.url)(
      join(command.folder, 'dist/conformance/suite.cjs'),
    ) as Bundle;
    const fileOf = (check: Pick<Check, 'id'>) => {
      const text = suite.renderCheck({ requirements: [], needs: [], ...check }, '', { requirements: [] });
      return /^ {2}file +(.*)$/m.exec(text)?.[1];
    };
    const where = ['scripts/where.ts', '--all'];
    const lines = execFileSync(process.execPath, where, { cwd: repositoryRoot, encoding: 'utf8' });
    const declared = [...lines.matchAll(/^check (\S+) ([^:]+):/gm)].map(([, id, file]) => [id, file]);
    expect(CHECKS.map((check) => [check.id, fileOf(check)]).toSorted()).toEqual(declared.toSorted());
  });

  it('is what explain says of the check', async () => {
    const { stdout } = await command.run(process.execPath, ['explain', CHECK]);
    expect(stdout).toContain(`  file     ${FILE}\n`);
  });

  it('is left out where the suite runs from its sources', async () => {
    const { code, stdout } = await runInProcess(['explain', CHECK]);
    expect(code).toBe(0);
    expect(stdout).not.toContain('  file ');
  });
});
