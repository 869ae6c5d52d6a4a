import type * as z from 'zod/mini';
import { getBlogCategories } from '#content/categories.ts';
import { getRendered } from '#content/rendered-content.ts';
import type { Locale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { notFound } from '#server/core/deps.ts';
import type * as calls from '#shared/support/contract-articles.ts';

type ArticleSummary = z.output<NonNullable<typeof calls.fetchBlogs.data>>['blogs'][number];
type Article = z.output<NonNullable<typeof calls.fetchBlog.data>>['blog'];
type Category = z.output<NonNullable<typeof calls.fetchBlogCategories.data>>['categories'][number];

type Text = Awaited<ReturnType<typeof getRendered<'blog'>>>[number];

function describe({ slug, data, textLocale }: Text, locale: Locale): ArticleSummary {
  const { id, title, description, category, publishedAt, updatedAt } = data;
  const name = slug.replace(/^\d+-/, '');
  return {
    id,
    name,
    title,
    description,
    category,
    publishedAt: publishedAt.getTime(),
    updatedAt: updatedAt?.getTime() ?? null,
    language: textLocale,
    path: pathTo('blogDetails', { name, id: String(id) }, locale),
  };
}

async function listPublished(locale: Locale, now: Date) {
  return (await getRendered('blog', locale)).filter(({ data }) => data.publishedAt <= now);
}

/** Newest first. */
export async function listArticles(locale: Locale, now: Date): Promise<ArticleSummary[]> {
  const texts = await listPublished(locale, now);
  return texts.map((text) => describe(text, locale)).toSorted((left, right) => right.publishedAt - left.publishedAt);
}

/** @throws {ServiceError} 404 */
export async function getArticle(id: string, locale: Locale, now: Date): Promise<Article> {
  const found = (await listPublished(locale, now)).find(({ data }) => String(data.id) === id);
  if (!found) throw notFound();
  return { ...describe(found, locale), html: found.html, text: found.text };
}

export async function listArticleCategories(locale: Locale, now: Date): Promise<Category[]> {
  const texts = await listPublished(locale, now);
  return getBlogCategories().map(({ id, title, description }) => ({
    id,
    title: title[locale],
    description: description[locale],
    articles: texts.filter(({ data }) => data.category === id).length,
  }));
}
