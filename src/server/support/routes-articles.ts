import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/support/contract-articles.ts';
import { getArticle, listArticleCategories, listArticles } from './articles/list-articles.ts';
import { listQuestions } from './articles/list-questions.ts';
import { countUnansweredSearch } from './searches/count.ts';

export const articlesRoutes: Routes = ({ mount, deps }) => {
  const { clock } = deps;
  mount(calls.countSearch, ({ body, requestContext }) => countUnansweredSearch(deps, body, requestContext));
  mount(calls.fetchFaqs, ({ requestContext }) => listQuestions('faq', requestContext.locale), { cacheSeconds: 300 });
  mount(calls.fetchThorFaqs, ({ requestContext }) => listQuestions('thor-faq', requestContext.locale), {
    cacheSeconds: 300,
  });
  mount(
    calls.fetchBlogs,
    async ({ requestContext }) => ({ blogs: await listArticles(requestContext.locale, clock()) }),
    {
      cacheSeconds: 300,
    },
  );
  mount(
    calls.fetchBlog,
    async ({ params, requestContext }) => ({ blog: await getArticle(params.id, requestContext.locale, clock()) }),
    { cacheSeconds: 300 },
  );
  mount(
    calls.fetchBlogCategories,
    async ({ requestContext }) => ({ categories: await listArticleCategories(requestContext.locale, clock()) }),
    { cacheSeconds: 300 },
  );
};
