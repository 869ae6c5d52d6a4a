import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { localizedText } from './localized-text.ts';

const category = <Id extends z.ZodType>(id: Id) =>
  z.array(z.strictObject({ id, title: localizedText, description: localizedText }));

const cache = new Map<string, { readonly source: string; readonly categories: unknown }>();

/** Parses a file again only after it has changed, because hundreds of pages read it. */
function readCategories<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  const source = readFileSync(resolve('content', file), 'utf8');
  const last = cache.get(file);
  if (last?.source === source) return last.categories as z.infer<Schema>;
  const result = schema.safeParse(parse(source));
  if (result.success) {
    cache.set(file, { source, categories: result.data });
    return result.data;
  }
  const reasons = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`content/${file} is invalid:\n${reasons.join('\n')}`);
}

/** The two question sets, each with the same five screens. */
export type QuestionSet = 'faq' | 'thor-faq';

export function getFaqCategories(set: QuestionSet) {
  return readCategories(`${set}/categories.yaml`, category(z.int().min(1)));
}

export function getBlogCategories() {
  return readCategories('blog/categories.yaml', category(z.string().min(1)));
}
