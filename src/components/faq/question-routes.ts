import type { QuestionSet } from '#content/categories.ts';
import { getCategories, listRelated } from '#content/questions.ts';
import { getCacheKey } from '#i18n/cache-key.ts';
import type { Locale } from '#i18n/locales.ts';
import { localeParams } from '#i18n/pages.ts';
import { fillPattern, localizePath, type RouteName, routes, shellPath } from '#routes.ts';

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

const sets = Object.keys(questionRoutes) as QuestionSet[];

/** Paths of both sets' screens that share a page file: `src/pages/[...<param>].astro` renders each in each language. */
export function getQuestionPaths<Screen extends QuestionScreen>(param: string, screens: readonly Screen[]) {
  return localeParams().flatMap(({ locale }) =>
    sets.flatMap((set) =>
      screens.map((screen) => {
        const path = localizePath(shellPath(routes[questionRoutes[set][screen]].pattern), locale);
        return { params: { [param]: path.slice(1) }, props: { locale, set, screen } };
      }),
    ),
  );
}

export async function getCategoryPaths(param: string) {
  const paths = sets.map(async (set) => {
    const categories = await getCategories(set, 'en');
    return localeParams().flatMap(({ locale }) =>
      categories.map(({ id }) => {
        const categoryId = String(id);
        const path = questionPath(set, 'category', locale, { categoryId });
        return { params: { [param]: path.slice(1) }, props: { locale, set, categoryId } };
      }),
    );
  });
  return (await Promise.all(paths)).flat();
}

export async function getDetailPaths(param: string) {
  const paths = sets.flatMap((set) =>
    localeParams().map(async ({ locale }) =>
      (await getCategories(set, locale)).flatMap((category) =>
        category.questions.map((question) => {
          // A page links to related questions, so it changes whenever one of them does.
          const named = [question, ...listRelated(category, question)];
          const digests = named.flatMap(({ textLocale, slug, entry }) => [slug, textLocale, entry.digest]);
          const ids = { categoryId: String(category.id), faqId: String(question.entry.data.id) };
          return {
            params: { [param]: questionPath(set, 'detail', locale, ids).slice(1) },
            props: { locale, set, ...ids },
            cacheKey: getCacheKey(locale, [category.title, ...digests]),
          };
        }),
      ),
    ),
  );
  return (await Promise.all(paths)).flat();
}
