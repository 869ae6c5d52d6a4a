import * as calls from '../../contract/content.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';
import { getArticle, listArticleCategories, listArticles } from '../services/content/list-articles.ts';
import { listQuestions } from '../services/content/list-questions.ts';

const cached = { cacheSeconds: 300, limit: 'read' } as const;

export const contentRoutes: Routes = (app) => {
  mount(
    app,
    calls.fetchFaqs,
    async ({ requestContext }) => ({ data: await listQuestions('faq', requestContext.locale) }),
    cached,
  );
  mount(
    app,
    calls.fetchThorFaqs,
    async ({ requestContext }) => ({ data: await listQuestions('thor-faq', requestContext.locale) }),
    cached,
  );
  mount(
    app,
    calls.fetchBlogs,
    async ({ requestContext }) => ({ data: { blogs: await listArticles(requestContext.locale) } }),
    cached,
  );
  mount(
    app,
    calls.fetchBlog,
    async ({ params, requestContext }) => ({ data: { blog: await getArticle(params.id, requestContext.locale) } }),
    cached,
  );
  mount(
    app,
    calls.fetchBlogCategories,
    async ({ requestContext }) => ({ data: { categories: await listArticleCategories(requestContext.locale) } }),
    cached,
  );
};
