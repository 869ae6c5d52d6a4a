import type * as z from 'zod/mini';
import { getPublished } from '../../../content/rendered-content.ts';
import { getQuestionShelves, type QuestionSet } from '../../../content/categories.ts';
import type { fetchFaqs } from '../../../contract/content.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { pathTo } from '../../../routes.ts';

type Questions = z.output<NonNullable<typeof fetchFaqs.data>>;

const screens = {
  faq: { shelf: 'faqCategory', question: 'faqDetail' },
  'thor-faq': { shelf: 'thorFaqCategory', question: 'thorFaqDetail' },
} as const;

/** One set of questions as its pages show it: shelf by shelf, on each by the editors' order. */
export async function listQuestions(set: QuestionSet, locale: Locale): Promise<Questions> {
  const screen = screens[set];
  const shelves = getQuestionShelves(set);
  const place = new Map(shelves.map(({ id }, index) => [id, index]));
  const texts = (await getPublished(set, locale)).toSorted(
    ({ data: left }, { data: right }) =>
      (place.get(left.category) ?? 0) - (place.get(right.category) ?? 0) ||
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
    FaqCategories: shelves.map(({ id, title, description }) => ({
      id,
      title: title[locale],
      description: description[locale],
      path: pathTo(screen.shelf, { categoryId: String(id) }, locale),
    })),
  };
}
