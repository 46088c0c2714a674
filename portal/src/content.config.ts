import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
import { glob } from 'astro/loaders';

/** The pages that `npm run portal` writes. The address of a page is the slug of its front matter, with its case unchanged. */
export const collections = {
  docs: defineCollection({
    loader: glob({
      base: './build/content',
      pattern: '**/*.md',
      generateId: ({ data }) => String(data.slug),
    }),
    schema: docsSchema(),
  }),
};
