import { defineCollection } from 'astro:content';
import { articleSchema, guideSchema, legalSchema, proseSchema, questionSchema } from '#content/front-matter.ts';
import { localizedMarkdown } from '#content/localized-markdown.ts';

export const collections = {
  faq: defineCollection({ loader: localizedMarkdown('faq', questionSchema), schema: questionSchema }),
  'thor-faq': defineCollection({ loader: localizedMarkdown('thor-faq', questionSchema), schema: questionSchema }),
  guides: defineCollection({ loader: localizedMarkdown('guides', guideSchema), schema: guideSchema }),
  legal: defineCollection({ loader: localizedMarkdown('legal', legalSchema), schema: legalSchema }),
  agreements: defineCollection({ loader: localizedMarkdown('agreements', legalSchema), schema: legalSchema }),
  blog: defineCollection({ loader: localizedMarkdown('blog', articleSchema), schema: articleSchema }),
  pages: defineCollection({ loader: localizedMarkdown('pages', proseSchema), schema: proseSchema }),
};
