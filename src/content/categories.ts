import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readYaml } from './content-error.ts';
import { localizedText } from './localized-text.ts';

const category = <Id extends z.ZodType>(id: Id) =>
  z.array(z.strictObject({ id, title: localizedText, description: localizedText }));

const cache = new Map<string, { readonly source: string; readonly categories: unknown }>();

/** Cached until the file changes, because hundreds of pages read it. */
function readCategories<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  const source = readFileSync(resolve('content', file), 'utf8');
  const last = cache.get(file);
  if (last?.source === source) return last.categories as z.infer<Schema>;
  const categories = readYaml(source, `content/${file}`, schema);
  cache.set(file, { source, categories });
  return categories;
}

/** The two question sets. Each has the same five screens. */
export type QuestionSet = 'faq' | 'thor-faq';

export function getFaqCategories(set: QuestionSet) {
  return readCategories(`${set}/categories.yaml`, category(z.int().min(1)));
}

export function getBlogCategories() {
  return readCategories('blog/categories.yaml', category(z.string().min(1)));
}
