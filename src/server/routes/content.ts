import * as calls from '../../contract/content.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';
import { getArticle, listArticleShelves, listArticles } from '../services/content/list-articles.ts';
import { listQuestions } from '../services/content/list-questions.ts';

const cached = { cacheSeconds: 300 };

export const contentRoutes: Routes = (app) => {
  mount(app, calls.fetchFaqs, async ({ visitor }) => ({ data: await listQuestions('faq', visitor.locale) }), cached);
  mount(
    app,
    calls.fetchThorFaqs,
    async ({ visitor }) => ({ data: await listQuestions('thor-faq', visitor.locale) }),
    cached,
  );
  mount(
    app,
    calls.fetchBlogs,
    async ({ visitor }) => ({ data: { blogs: await listArticles(visitor.locale) } }),
    cached,
  );
  mount(
    app,
    calls.fetchBlog,
    async ({ params, visitor }) => ({ data: { blog: await getArticle(params.id, visitor.locale) } }),
    cached,
  );
  mount(
    app,
    calls.fetchBlogCategories,
    async ({ visitor }) => ({ data: { categories: await listArticleShelves(visitor.locale) } }),
    cached,
  );
};
