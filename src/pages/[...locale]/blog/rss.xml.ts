import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { articlePath, listArticles } from '#content/articles.ts';
import { getCatalog } from '#content/catalog.ts';
import { getLocalePaths, getT, localeOf } from '#i18n/pages.ts';
import { pathTo } from '#routes.ts';

export const getStaticPaths = getLocalePaths;

export const GET: APIRoute = async ({ params }) => {
  const locale = localeOf(params);
  const t = getT(locale, 'articles');
  const { site } = getCatalog();
  const home = pathTo('blog', {}, locale);
  const articles = await listArticles(locale);
  return rss({
    title: `${site.name}: ${t('blog.headline')}`,
    description: t('blog.description'),
    site: new URL(home, site.url),
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    trailingSlash: false,
    customData: `<language>${locale}</language><atom:link href="${new URL(`${home}/rss.xml`, site.url)}" rel="self" type="application/rss+xml"/>`,
    items: articles.map((article) => ({
      title: article.entry.data.title,
      description: article.entry.data.description,
      pubDate: article.entry.data.publishedAt,
      link: articlePath(article, locale),
    })),
  });
};
