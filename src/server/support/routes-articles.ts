import type { Routes } from '#server/core/http/context.ts';
import { mount } from '#server/core/http/mount.ts';
import * as calls from '#shared/support/contract-articles.ts';
import { getArticle, listArticleCategories, listArticles } from './articles/list-articles.ts';
import { listQuestions } from './articles/list-questions.ts';

export const articlesRoutes: Routes = (app) => {
  mount(
    app,
    calls.fetchFaqs,
    async ({ requestContext }) => ({ data: await listQuestions('faq', requestContext.locale) }),
    { cacheSeconds: 300 },
  );
  mount(
    app,
    calls.fetchThorFaqs,
    async ({ requestContext }) => ({ data: await listQuestions('thor-faq', requestContext.locale) }),
    { cacheSeconds: 300 },
  );
  mount(
    app,
    calls.fetchBlogs,
    async ({ requestContext }) => ({ data: { blogs: await listArticles(requestContext.locale) } }),
    { cacheSeconds: 300 },
  );
  mount(
    app,
    calls.fetchBlog,
    async ({ params, requestContext }) => ({ data: { blog: await getArticle(params.id, requestContext.locale) } }),
    { cacheSeconds: 300 },
  );
  mount(
    app,
    calls.fetchBlogCategories,
    async ({ requestContext }) => ({ data: { categories: await listArticleCategories(requestContext.locale) } }),
    { cacheSeconds: 300 },
  );
};
