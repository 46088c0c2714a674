import { expect, it } from 'vitest';
import { reportPages } from '../../../scripts/portal/report-pages.ts';

it('reports each tenth of the pages, and ignores the other lines of Astro', () => {
  const said: string[] = [];
  const hear = reportPages(20, (line) => said.push(line));
  hear('14:30:52 [vite] ✓ built in 3.01s');
  for (let page = 1; page <= 20; page += 1) hear(`14:30:53   ├─ /events/${page}/index.html (+4ms) `);
  expect(said).toHaveLength(10);
  expect(said[0]).toBe('2 of 20 pages are written');
  expect(said.at(-1)).toBe('20 of 20 pages are written');
});

it('reports each page of a site with few', () => {
  const said: string[] = [];
  const hear = reportPages(3, (line) => said.push(line));
  for (let page = 1; page <= 3; page += 1) hear('  └─ /404.html (+31ms)');
  expect(said).toHaveLength(3);
});
