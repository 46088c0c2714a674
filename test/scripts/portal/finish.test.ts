import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeAccessible } from '../../../scripts/portal/finish/accessible.ts';
import { brokenLinks } from '../../../scripts/portal/finish/check-links.ts';
import { addContentSecurity } from '../../../scripts/portal/finish/content-security.ts';
import { labelTables } from '../../../scripts/portal/finish/label-tables.ts';
import { findRoot } from '../../../scripts/portal/finish/not-found.ts';
import { relativeUrls } from '../../../scripts/portal/finish/relative-urls.ts';

it.each([
  ['from the root', '<a href="/x/">', 'index.html', '<a href="x/">'],
  ['from a deep page', '<a href="/x/#y">', 'a/b/index.html', '<a href="../../x/#y">'],
  ['to the root', '<a href="/">', 'index.html', '<a href="./">'],
  [
    'of scripts',
    '<script type="module" src="/p.js">',
    'a/index.html',
    '<script type="module" src="../p.js">',
  ],
  ['never to another host', '<a href="//other.example/">', 'index.html', '<a href="//other.example/">'],
])('relative links are made %s', (_, html, file, made) => {
  expect(relativeUrls(html, file)).toBe(made);
});

describe('wide tables', () => {
  const table = (heads: string, cells: string) =>
    `<table><thead><tr>${heads}</tr></thead><tbody><tr>${cells}</tr></tbody></table>`;

  it('repeat the heading of the column in each cell', () => {
    const heads = '<th>A</th><th><code>B</code> "x"</th><th align="left">C</th>';
    expect(labelTables(table(heads, '<td>1</td><td align="left">2</td><td>3</td>'))).toBe(
      table(
        heads,
        '<td data-label="A">1</td><td data-label="B &quot;x&quot;" align="left">2</td><td data-label="C">3</td>',
      ).replace('<table>', '<table class="wide">'),
    );
  });

  it.each([
    ['two columns', '<th>A</th><th>B</th>'],
    ['a column without a heading', '<th></th><th>B</th><th>C</th>'],
  ])('do not include tables with %s', (_, heads) => {
    expect(labelTables(table(heads, '<td>1</td>'))).toBe(table(heads, '<td>1</td>'));
  });
});

describe('the page of an address without a page', () => {
  const rootAt = (pathname: string, site?: string) => {
    const html = findRoot('<meta charset="utf-8"/>', site);
    const [, href = ''] = /<base href="([^"]*)"/.exec(html) ?? [];
    const [, script = ''] = /<script>(.*)<\/script>/.exec(html) ?? [];
    const base = { href };
    new Function('document', 'location', script)({ querySelector: () => base }, { pathname });
    return base.href;
  };

  it.each([
    ['/operations/nope/', '/'],
    ['/a/b/failures/nope', '/a/b/'],
    ['/x/y', '/'],
  ])('at %s finds that the root of the site is %s', (pathname, root) => {
    expect(rootAt(pathname)).toBe(root);
  });

  it('knows the root of the site if the build knows it', () => {
    expect(rootAt('/x/y', 'https://docs.example/api')).toBe('/api/');
  });

  it('is the only page that may set its base', () => {
    expect(addContentSecurity(findRoot('<meta charset="utf-8"/>'))).toContain("base-uri 'self'");
    expect(addContentSecurity('<meta charset="utf-8"/>')).toContain("base-uri 'none'");
  });
});

it('a keyboard reaches the code blocks', () => {
  const code = '<pre tabindex="0" data-language="ts">';
  expect(makeAccessible('<pre data-language="ts">')).toBe(code);
  expect(makeAccessible(`${code}<pre>`)).toBe(`${code}<pre>`);
});

describe('the policy of a page', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  it('allows only the inline scripts and styles of the page', () => {
    const page = addContentSecurity(
      '<head><meta charset="utf-8"/><script>a()</script></head><p style="--a:&quot;b&quot;"></p>',
    );
    expect(page).toContain(hash('a()'));
    expect(page).toContain(hash('--a:"b"'));
    expect(page).not.toContain('unsafe-inline');
    expect(page).toContain("connect-src 'self';");
  });

  it('allows requests to other servers only on pages that can send them', () => {
    expect(addContentSecurity('<meta charset="utf-8"/><try-it></try-it>')).toContain(
      "connect-src 'self' http: https:",
    );
  });
});

/** The address of the published docs. */
const DOCS = 'https://published.example/docs/';

describe('the check of links', () => {
  const site = new Map([
    [
      'index.html',
      '<a href="a/#b"></a><a href="a/?q=1"></a><a href="file.json"></a><a href="https://x.example/"></a>',
    ],
    ['a/index.html', '<p id="b"></p><a href="../"></a><a href="#b"></a>'],
    ['file.json', undefined],
  ]);

  it('finds nothing on a sound site', () => {
    expect(brokenLinks(site, DOCS)).toEqual([]);
  });

  it.each([
    ['a missing page', '<a href="c/"></a>', '/c/index.html is no file of the site (in index.html)'],
    ['a missing anchor', '<a href="a/#c"></a>', '/a/index.html has no anchor #c (in index.html)'],
    [
      'a link that depends on the host',
      '<a href="/a/"></a>',
      '/a/ depends on where the site is published (in index.html)',
    ],
    [
      'a link to the published docs',
      `<a href="${DOCS}open-points#a-64"></a>`,
      `${DOCS}open-points#a-64 leads out of the portal (in index.html)`,
    ],
  ])('finds %s', (_, html, problem) => {
    expect(brokenLinks(new Map([...site, ['index.html', html]]), DOCS)).toEqual([problem]);
  });
});
