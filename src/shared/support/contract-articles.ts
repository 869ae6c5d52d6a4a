import * as z from 'zod/mini';
import { locales } from '#i18n/locales.ts';
import { defineCall } from '#shared/core/call.ts';
import { formatted, writtenText } from '#shared/core/fields.ts';
import { misses } from './unanswered-search.ts';

/** `language` is English where a translation is missing; `path` is the page in the reader’s language. */
const published = { language: z.enum(locales), path: z.string() };

/** `html` has no raw HTML and no unsafe link schemes; `text` is the same as plain text. */
const body = { html: z.string(), text: z.string() };

const question = z.object({ id: z.int(), category_id: z.int(), question: z.string(), ...body, ...published });
const category = z.object({ id: z.int(), title: z.string(), description: z.string(), path: z.string() });
const questions = z.object({ faqs: z.array(question), FaqCategories: z.array(category) });

export const fetchFaqs = defineCall({
  summary: 'Lists all questions with their answers, in page order',
  get: 'faqs/fetch',
  access: 'any',
  data: questions,
});

export const fetchThorFaqs = defineCall({
  summary: 'Lists the questions about the trade copier with their answers',
  get: 'thor/faqs/fetch',
  access: 'any',
  data: questions,
});

const articleHead = z.object({
  id: z.int(),
  /** As in the page's path. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  publishedAt: z.int(),
  updatedAt: z.nullable(z.int()),
  ...published,
});

export const fetchBlogs = defineCall({
  summary: 'Lists the articles without their text, newest first',
  get: 'blogs/fetch',
  access: 'any',
  data: z.object({ blogs: z.array(articleHead) }),
});

export const fetchBlog = defineCall({
  summary: 'Returns one article with its text',
  get: 'blog/fetch/{id}',
  access: 'any',
  params: z.object({ id: formatted(9, /^[1-9]\d{0,8}$/) }),
  data: z.object({ blog: z.extend(articleHead, body) }),
  errors: ['not_found'],
});

export const fetchBlogCategories = defineCall({
  summary: 'Lists the blog categories with their number of articles',
  get: 'blog-categories/fetch',
  access: 'any',
  data: z.object({
    categories: z.array(z.object({ id: z.string(), title: z.string(), description: z.string(), articles: z.int() })),
  }),
});

export const countSearch = defineCall({
  summary: 'Counts a search without an answer, or without an opened one, and nothing about who searched',
  post: 'search/count',
  access: 'any',
  body: z.object({ text: writtenText(200), language: z.enum(locales, 'invalid'), kind: z.enum(misses, 'invalid') }),
  limit: 'report-from',
});
