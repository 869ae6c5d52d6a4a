import type { QuestionSet } from '#content/categories.ts';
import { getCategories, listRelated } from '#content/questions.ts';
import { getCacheKey } from '#i18n/cache-key.ts';
import type { Locale } from '#i18n/locales.ts';
import { localeParams } from '#i18n/pages.ts';
import { fillPattern, type RouteName, routes } from '#routes.ts';

export const questionRoutes = {
  faq: {
    list: 'faq',
    search: 'faqSearch',
    query: 'faqSearchQuery',
    category: 'faqCategory',
    detail: 'faqDetail',
  },
  'thor-faq': {
    list: 'thorFaq',
    search: 'thorFaqSearch',
    query: 'thorFaqSearchQuery',
    category: 'thorFaqCategory',
    detail: 'thorFaqDetail',
  },
} as const satisfies Record<QuestionSet, Record<string, RouteName>>;

export type QuestionScreen = keyof (typeof questionRoutes)[QuestionSet];

export function questionPath(
  set: QuestionSet,
  screen: QuestionScreen,
  locale: Locale,
  params: Readonly<Record<string, string>> = {},
): string {
  return fillPattern(routes[questionRoutes[set][screen]].pattern, params, locale);
}

export function stringPrefixOf(set: QuestionSet): 'faq' | 'thor' {
  return set === 'faq' ? 'faq' : 'thor';
}

export async function getCategoryPaths(set: QuestionSet) {
  const categories = await getCategories(set, 'en');
  return localeParams().flatMap(({ param }) =>
    categories.map(({ id }) => ({ params: { locale: param, categoryId: String(id) } })),
  );
}

export async function getDetailPaths(set: QuestionSet) {
  const paths = localeParams().map(async ({ locale, param }) =>
    (await getCategories(set, locale)).flatMap((category) =>
      category.questions.map((question) => {
        // A page links to related questions, so it changes whenever one of them does.
        const named = [question, ...listRelated(category, question)];
        const digests = named.flatMap(({ textLocale, slug, entry }) => [slug, textLocale, entry.digest]);
        return {
          params: { locale: param, categoryId: String(category.id), faqId: String(question.entry.data.id) },
          cacheKey: getCacheKey(locale, [category.title, ...digests]),
        };
      }),
    ),
  );
  return (await Promise.all(paths)).flat();
}
