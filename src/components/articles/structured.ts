import type { Article } from '#content/articles.ts';
import { getCatalog } from '#content/catalog.ts';
import { ogImagePath } from '#content/og-image.ts';
import { breadcrumbData, type Crumb, structured, toUrl } from '../site/structured.ts';

export function getArticleData(article: Article, path: string, crumbs: readonly Crumb[]): readonly object[] {
  const { title, description, publishedAt, updatedAt } = article.entry.data;
  const { site } = getCatalog();
  const publisher = { '@type': 'Organization', name: site.name, url: site.url };
  return [
    breadcrumbData([...crumbs, { name: title, path }]),
    structured('Article', {
      headline: title,
      description,
      image: toUrl(ogImagePath(title)),
      inLanguage: article.textLocale,
      datePublished: publishedAt.toISOString(),
      dateModified: (updatedAt ?? publishedAt).toISOString(),
      mainEntityOfPage: toUrl(path),
      author: publisher,
      publisher,
    }),
  ];
}
