import type { Locale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { type Localized, listEntries } from './entries.ts';

export type Article = Localized<'blog'>;

/** Newest first, without those whose day hasn’t come; `npm run dev` shows them too. */
export async function listArticles(locale: Locale): Promise<readonly Article[]> {
  const articles = (await listEntries('blog', locale)).filter(
    ({ entry }) => import.meta.env.DEV || entry.data.publishedAt.getTime() <= Date.now(),
  );
  return articles.toSorted(
    (left, right) => right.entry.data.publishedAt.getTime() - left.entry.data.publishedAt.getTime(),
  );
}

/** The next older article; the newest after the oldest. Undefined if there is only one. */
export function findNext(articles: readonly Article[], article: Article): Article | undefined {
  const next = articles[articles.indexOf(article) + 1] ?? articles[0];
  return next === article ? undefined : next;
}

/** Route parameters: the file `12-one-bad-day` has the path `/blog/details/one-bad-day/12`. */
export function articleParams({ slug, entry }: Article): { readonly name: string; readonly id: string } {
  return { name: slug.replace(/^\d+-/, ''), id: String(entry.data.id) };
}

export function articlePath(article: Article, locale: Locale): string {
  return pathTo('blogDetails', articleParams(article), locale);
}
