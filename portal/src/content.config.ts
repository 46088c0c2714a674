import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
import { glob } from 'astro/loaders';

/** The pages that `npm run portal` writes. Their address is that of their front matter, in its own case. */
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
