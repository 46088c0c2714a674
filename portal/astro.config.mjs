import { readFileSync } from 'node:fs';
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

const build = new URL('./build/', import.meta.url);
const { title } = JSON.parse(readFileSync(new URL('site.json', build), 'utf8'));
const sidebar = JSON.parse(readFileSync(new URL('sidebar.json', build), 'utf8'));

/** The portal. `npm run portal` writes everything below build/ before it starts Astro. */
export default defineConfig({
  outDir: './site',
  publicDir: './build/public',
  cacheDir: './node_modules/.astro',
  // Typographic marks would turn `--flag` into a dash.
  markdown: { processor: satteri({ features: { smartPunctuation: false } }) },
  devToolbar: { enabled: false },
  telemetry: false,
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  integrations: [
    starlight({
      title,
      logo: { src: './assets/favicon.svg', alt: '' },
      sidebar,
      markdown: { processedDirs: ['./build/content'] },
      routeMiddleware: './src/mark-sidebar.ts',
      customCss: ['./styles/portal.css'],
      head: [
        // The styles hide what only a script can do from readers without scripts.
        { tag: 'script', content: "document.documentElement.dataset.scripts = ''" },
        { tag: 'script', attrs: { type: 'module', src: '/elements/portal.js' } },
      ],
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      expressiveCode: { defaultProps: { frame: 'none' }, styleOverrides: { borderRadius: '0.5rem' } },
      components: {
        Footer: './components/Footer.astro',
        Search: './components/Search.astro',
        Sidebar: './components/Sidebar.astro',
        SocialIcons: './components/Editions.astro',
      },
      credits: false,
      // The search is ours: elements/search.
      pagefind: false,
      disable404Route: true,
    }),
  ],
});
