// Declares the folder of content/ that Astro reads: the pages of the documentation.
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

export const collections = {
  docs: defineCollection({
    loader: glob({ base: './content/docs', pattern: '*.md' }),
    schema: z.object({
      title: z.string(),
      description: z.string(),
      order: z.number(),
      group: z.string().optional(),
      under: z.string().optional(),
      words: z.string().optional(),
    }),
  }),
};
