import { describe, expect, it } from 'vitest';
import type { OperationFacts } from '../../../portal/elements/try-it/facts.ts';
import type { Ledger } from '../../../scripts/ledger/ledger-file.ts';
import { foldChapters } from '../../../scripts/portal/chapters.ts';
import { callsOf } from '../../../scripts/portal/contract.ts';
import { addressOf } from '../../../scripts/portal/page.ts';
import { ANSWERED_WITH } from '../../../scripts/portal/pages/interactions.ts';
import { readRoles } from '../../../scripts/portal/roles.ts';
import { sidebarOf } from '../../../scripts/portal/sidebar.ts';
import { portalPages, siteFiles } from '../../../scripts/portal/site-files.ts';
import { readSources } from '../../../scripts/portal/sources.ts';
import { readSuite } from '../../../scripts/portal/suite.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { renderExplanation } from '../../../src/conformance/report/explain.ts';

/** A ledger with one breakage that a check catches, and one that the judge catches. */
const ledger: Ledger = {
  costs: [],
  seconds: 0,
  breakages: [
    { breakage: 'errors.chat-busy.answer/code', isCaught: true, caughtBy: ['states.running.blocking-turn'] },
    { breakage: 'stream.ping.cadence', isCaught: true, caughtBy: [] },
  ],
  sample: [
    {
      breakage: 'stream.ping.cadence',
      requirement: 'stream.ping.cadence',
      broken: ['stream.ping.cadence'],
      reported: [{ rows: ['stream.ping.cadence'], followers: [] }],
    },
  ],
  proofs: [],
  combinations: [{ variants: ['A-85=stays-open'] }],
  families: [
    {
      family: 'lies',
      sections: [{ section: 'getChat', generated: 3, caught: 2, survived: { open: 1 } }],
      survivors: [],
    },
  ],
  problems: [],
};
const sources = readSources(repositoryRoot, readSuite(repositoryRoot, ledger));
const pages = new Map(portalPages(sources).map((page) => [addressOf(page), page.body]));
const page = (address: string) => pages.get(address) ?? '';

it.each([
  ['each operation', callsOf(sources.openapi).map(({ id }) => `/operations/${id}/`)],
  ['each event', sources.events.map(({ event }) => `/events/${event}/`)],
  ['each failure', sources.failures.map(({ id }) => `/failures/${id}/`)],
  ['each schema', Object.keys(sources.openapi.components.schemas).map((name) => `/schemas/${name}/`)],
  ['each requirement', sources.requirements.map(({ id }) => `/requirements/${id}/`)],
  ['each open point', sources.openPoints.map(({ id }) => `/open-points/${id}/`)],
])('the portal has a page for %s', (_, addresses) => {
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => !pages.has(address))).toEqual([]);
});

describe('a reader finds', () => {
  it('on each page with commands of the repository where they run', () => {
    const withCommands = [...pages].filter(([, body]) => /(`|^)npm run /m.test(body));
    expect(withCommands.length).toBeGreaterThan(0);
    expect(withCommands.filter(([, body]) => !body.includes('run in a clone of its repository'))).toEqual([]);
  });

  it('no page that takes the reader for one of the repository', () => {
    const those = [...pages]
      .filter(([, body]) => /\bthis repository\b/i.test(body))
      .map(([address]) => address);
    // A decision is a record of the repository.
    expect(those.filter((address) => !address.startsWith('/decisions/'))).toEqual([]);
  });

  it('every guide in the sidebar', () => {
    const sidebar = JSON.stringify(sidebarOf(portalPages(sources), new Map(), sources.roles));
    const guides = [...pages.keys()].filter((address) => /^\/guides\//.test(address));
    expect(guides.length).toBeGreaterThan(20);
    expect(guides.filter((address) => !sidebar.includes(`"${address}"`))).toEqual([]);
  });

  it('each guide once, in the group of its first audience in the README', () => {
    const readme =
      '| you | read |\n| --- | --- |\n| a b | [x](docs/judge.md), [y](docs/errors.md#z) |\n| c | [x](docs/judge.md), [s](SECURITY.md) [r](docs/record.md) |\n';
    const guides = sidebarOf(portalPages(sources), new Map(), readRoles(readme)).find(
      ({ label }) => label === 'Guides',
    );
    const groups = (guides && 'items' in guides ? guides.items : []).map((group) => [
      group.label,
      'items' in group ? group.items.map((each) => ('link' in each ? each.link : '')) : [],
    ]);
    expect(groups.slice(0, 2)).toEqual([
      ['A b', ['/guides/judge/']],
      ['C', ['/guides/record/']],
    ]);
    expect(() => readRoles('| you |')).toThrow('README.md has no table');
  });

  it('no path with an empty part in any sample', () => {
    for (const { id } of callsOf(sources.openapi))
      expect(page(`/operations/${id}/`).split('## Samples')[1]?.split('## Responses')[0]).not.toMatch(
        /[^:]\/\//,
      );
  });

  it('nested members, each with an anchor, its type, its limits, and whether it may be absent or null', () => {
    const body = page('/operations/streamMessage/');
    const memberAt = (anchor: string) => body.split(`id="${anchor}">`)[1]?.split('<div')[0] ?? '';
    expect(memberAt('body.attachments.skill_ids')).toContain('list of integer <small>may be absent</small>');
    expect(memberAt('body.content')).toMatch(
      /string <small>required<\/small>[\s\S]*at most 64000 characters/,
    );
    expect(page('/operations/getChat/')).toMatch(/id="answer\.data\.model_id">\n\n.*may be null/);
  });

  it('the open points of an operation below its text, collapsed under their count', () => {
    const [text = '', rest = ''] = page('/operations/streamMessage/').split('## Open points');
    expect(text.split('operation-panel')[0]).not.toContain('/open-points/A-11/');
    expect(rest).toMatch(/<summary>\d+ open points<\/summary>\n\n- \[A-11\]/);
  });

  it('a script of the guide for every situation in the form of a stream', () => {
    const [, facts = ''] = /data-facts="([^"]*)"/.exec(page('/operations/streamMessage/')) ?? [];
    const { bodies } = JSON.parse(
      facts
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>'),
    ) as OperationFacts;
    const scripted = bodies.filter(({ isScripted }) => isScripted);
    expect(scripted.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Tool approval', 'Plan', 'Elicitation', 'Silent turn', 'Upstream failure']),
    );
    for (const { text, label } of scripted) {
      const { content } = JSON.parse(text) as { content: string };
      const [, script = ''] = /```script\n([\s\S]*)\n```$/.exec(content) ?? [];
      expect(JSON.parse(script), label).toBeInstanceOf(Array);
    }
  });

  it('the chapters of a long guide collapsed, and code blocks with a heading sign intact', () => {
    const text = `Begin.\n\n## One\n\n\`\`\`md\n## not a chapter\n\`\`\`\n\n${'x'.repeat(10_000)}\n\n## Two\n\nEnd.`;
    const folded = foldChapters(text);
    expect(folded.match(/^## .*/gm)).toEqual(['## One', '## not a chapter', '## Two']);
    expect(folded.match(/<details class="chapter">/g)).toHaveLength(2);
    expect(folded.endsWith('## Two\n\n</summary>\n\nEnd.\n\n</details>')).toBe(true);
    expect(foldChapters('## One\n\nEnd.')).toBe('## One\n\nEnd.');
  });

  it('every failure of an operation on its page, and whether to send again', () => {
    const codes = sources.failures
      .filter(({ operations }) => operations.includes('streamMessage'))
      .map(({ id }) => `/failures/${id}/`);
    expect(codes.filter((address) => !page('/operations/streamMessage/').includes(address))).toEqual([]);
    expect(page('/operations/streamMessage/')).toContain('send again: only once the other turn has ended');
  });

  it('that nothing follows a terminal event', () => {
    expect(page('/events/message.cancelled/')).toContain('Nothing, not even a ping.');
    expect(page('/events/message.delta/')).not.toContain('Nothing, not even a ping.');
  });

  it('the proof of a requirement: its checks, and the breakages that they catch', () => {
    const body = page('/requirements/errors.chat-busy.answer/');
    const check = '[`states.running.blocking-turn`](/conformance/checks/#states.running.blocking-turn)';
    expect(body.split('## How the suite is proven')[0]).toContain(check);
    expect(body.split('## How the suite is proven')[1]).toContain(`caught by ${check}`);
    expect(page('/requirements/stream.ping.cadence/')).toMatch(/The \[judge\].*everything that is sent/);
  });

  it('the findings of the last ledger, once it has run', () => {
    const body = page('/conformance/ledger/');
    expect(body).toContain('- 2 of 2 breakages of behaviour are reported under their requirement.');
    expect(body).toContain('| lies | 3 | 2 | 1 | 0 | 0 |');
    expect(page('/requirements/stream.ping.cadence/')).toContain('(caught by the judge)');

    const before = readSources(repositoryRoot, { ...sources.suite, ledger: undefined });
    const unjudged = portalPages(before).find((each) => addressOf(each) === '/conformance/ledger/');
    expect(unjudged?.body).toContain('## Variants');
    expect(unjudged?.body).not.toContain('## Results');
  });

  it('every breakage on the page of its requirement', () => {
    for (const { id, of } of sources.suite.breakages)
      expect(page(`/requirements/${of}/`)).toContain(`<code>${id}</code>: `);
  });

  it('the output of `explain` on the page of each requirement', () => {
    const registry = loadRegistry();
    // The page says the same in its own headings, and with links in the text.
    const words = (text: string) =>
      text
        .replace(/\]\([^)]*\)|<[^>]*>/g, '')
        .replace(/[`*[\]\\]/g, '')
        .replace(/\s+/g, ' ');
    const headings = /^(?:level|section|Statements|Said again in|Schema|A run needs|Readings:$)/;
    const label = /^(?:S[\d.]+-\d+ |A-\d+ |no check: |[\w-]+: )/;
    for (const requirement of registry.requirements) {
      const body = words(page(`/requirements/${requirement.id}/`));
      const printed = renderExplanation({ kind: 'requirement', requirement }, registry).split('\n').slice(1);
      const facts = printed.map((line) => words(line.trim())).filter((line) => !headings.test(line));
      for (const fact of facts) expect(body, requirement.id).toContain(fact.replace(label, ''));
    }
  });

  it('the operation that answers each kind of interaction', () => {
    const ids = callsOf(sources.openapi).map(({ id }) => id);
    for (const [kind, { operation, type }] of Object.entries(ANSWERED_WITH)) {
      expect(ids).toContain(operation);
      expect(page('/events/message.action_required/')).toContain(`\`${kind}\``);
      expect(JSON.stringify(sources.openapi.components.schemas[type])).toContain(`"${kind}"`);
    }
  });

  it('samples in every language for each operation', () => {
    for (const { id } of callsOf(sources.openapi)) {
      for (const label of ['curl', 'TypeScript', 'Python', 'Go', 'Java', 'C#', 'Ruby'])
        expect(page(`/operations/${id}/`)).toContain(`<code-tab data-label="${label}">`);
    }
  });
});

describe('the switch of editions', () => {
  const { version: own } = sources.openapi.info;
  const editionsOf = (...published: readonly string[]) => {
    const editions = published.map((version) => ({ version, address: `https://docs.example/${version}/` }));
    return JSON.parse(siteFiles(sources, { editions }).get('site.json') ?? '').editions;
  };

  it('lists the editions from the newest, that of the page without an address', () => {
    expect(editionsOf('0.9.0', own, '0.10.0')).toEqual([
      { version: own },
      { version: '0.10.0', address: 'https://docs.example/0.10.0/' },
      { version: '0.9.0', address: 'https://docs.example/0.9.0/' },
    ]);
  });

  it('has nothing to show for one edition', () => {
    expect(editionsOf()).toHaveLength(1);
    expect(editionsOf(own)).toHaveLength(1);
  });
});

/** What only a page has. Other tags may be text, such as a path with `<name>`. */
const ELEMENTS =
  /<\/?(?:try-it|code-tab|example-menu|stream-player|filter-rows|details|summary|figure|div|p|span|small|a)\b/;

describe('in addition to the pages', () => {
  const files = siteFiles(sources, { site: 'https://docs.example/api/' });

  it('each page has a twin in Markdown, whose links lead to twins', () => {
    const twin = files.get('public/operations/streamMessage.md') ?? '';
    expect(twin).toMatch(/^# Send a turn/);
    expect(twin).toContain('](../open-points/A-60.md)');
    expect(twin).not.toMatch(/<\/?(?:try-it|code-tab|example-menu|details|p|div)\b/);
    for (const [path, text] of files) {
      if (!path.endsWith('.md') || !path.startsWith('public/')) continue;
      for (const [, target = ''] of text.matchAll(/\]\(((?:\.\.?\/)+[^)#]+\.md)/g)) {
        const found = new URL(target, `https://x.invalid/${path}`).pathname.slice(1);
        expect(files.has(found), `${target} in ${path}`).toBe(true);
      }
    }
  });

  it('a twin has the code and the tables of its page, and nothing that is for the page alone', () => {
    const codeOf = (text: string) => text.match(/^ *(`{3,})(?!`).*\n[\s\S]*?\n *\1$/gm) ?? [];
    const rowsOf = (text: string) => text.match(/^\|.*\|$/gm) ?? [];
    const withoutTargets = (text: string) => text.replace(/\]\([^)]*\)/g, ']');
    for (const { path, body, isUnlisted } of portalPages(sources)) {
      if (isUnlisted) continue;
      const twin = files.get(`public/${path || 'index'}.md`) ?? '';
      const code = codeOf(body).map((block) => block.replace(/^(`+\w+) wrap$/m, '$1'));
      expect(codeOf(twin).map(withoutTargets), path).toEqual(code.map(withoutTargets));
      expect(rowsOf(twin).length, path).toBe(rowsOf(body).length);
      expect(twin.replace(/(`+)[^`][\s\S]*?\1/g, ''), path).not.toMatch(ELEMENTS);
    }
  });

  it('links lead from llms.txt to every twin and to the documents', () => {
    const seen = new Set<string>();
    const follow = (path: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      if (!/\.(?:md|txt)$/.test(path)) return;
      for (const [, target = ''] of (files.get(`public/${path}`) ?? '').matchAll(/\]\(([^):#]+)/g))
        follow(new URL(target, `https://x.invalid/${path}`).pathname.slice(1));
    };
    follow('llms.txt');
    const twins = [...files.keys()].filter((path) => /^public\/.*\.md$/.test(path));
    expect(twins.filter((path) => !seen.has(path.slice('public/'.length)))).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining(['openapi.json', 'asyncapi.json']));
  });

  it('llms.txt describes each page by words of its text, and cuts no sentence without a mark', () => {
    const lines = (files.get('public/llms.txt') ?? '').match(/^- .*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(300);
    for (const line of lines) expect(line).toMatch(/^- \[.+?\]\([^)]+\): [^#].{0,200}$/);
    const cut = lines.filter((line) => line.length > 150 && !/[.:…!?")]$/.test(line));
    expect(cut).toEqual([]);
  });

  it('llms.txt lists the pages except the many short ones, which the sitemap lists as well', () => {
    expect(files.get('public/llms.txt')).toContain('](failures/chat-busy.md)');
    expect(files.get('public/llms.txt')).toContain('](requirements/stream.md)');
    expect(files.get('public/llms.txt')).not.toContain('](requirements/stream.ping.cadence.md)');
    expect(files.get('public/sitemap.xml')).toContain('/requirements/stream.ping.cadence/</loc>');
    expect(files.get('public/sitemap.xml')).toContain(
      '<loc>https://docs.example/api/open-points/A-09/</loc>',
    );
    expect(siteFiles(sources).has('public/sitemap.xml')).toBe(false);
  });
});
