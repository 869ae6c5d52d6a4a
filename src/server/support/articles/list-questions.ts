import type * as z from 'zod/mini';
import { getFaqCategories, type QuestionSet } from '#content/categories.ts';
import { getRendered } from '#content/rendered-content.ts';
import type { Locale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import type { fetchFaqs } from '#shared/support/contract-articles.ts';

type Questions = z.output<NonNullable<typeof fetchFaqs.data>>;

const screens = {
  faq: { category: 'faqCategory', question: 'faqDetail' },
  'thor-faq': { category: 'thorFaqCategory', question: 'thorFaqDetail' },
} as const;

export async function listQuestions(set: QuestionSet, locale: Locale): Promise<Questions> {
  const screen = screens[set];
  const categories = getFaqCategories(set);
  const position = new Map(categories.map(({ id }, index) => [id, index]));
  const texts = (await getRendered(set, locale)).toSorted(
    ({ data: left }, { data: right }) =>
      (position.get(left.category) ?? 0) - (position.get(right.category) ?? 0) ||
      left.order - right.order ||
      left.id - right.id,
  );
  return {
    faqs: texts.map(({ data: { id, category, question }, textLocale, html, text }) => ({
      id,
      category_id: category,
      question,
      html,
      text,
      language: textLocale,
      path: pathTo(screen.question, { categoryId: String(category), faqId: String(id) }, locale),
    })),
    FaqCategories: categories.map(({ id, title, description }) => ({
      id,
      title: title[locale],
      description: description[locale],
      path: pathTo(screen.category, { categoryId: String(id) }, locale),
    })),
  };
}
