import type { QuestionSet } from '#content/categories.ts';
import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { countSearch } from '#shared/support/contract-articles.ts';

/** The data attributes that the search script reads. The script fills counts into the plural forms. */
export function getSearchData(set: QuestionSet, locale: Locale) {
  const t = getT(locale, 'faq');
  return {
    'data-index': `/search/${locale}.json`,
    'data-set': set,
    'data-count-at': `${import.meta.env.PUBLIC_API_ROOT || '/api'}/${countSearch.path}`,
    'data-one': t('results', { count: 1, term: '{term}' }),
    'data-other': t('results', { count: 2, term: '{term}' }).replace('2', '{count}'),
    'data-none': t('nothing', { term: '{term}' }),
    'data-kind-faq': set === 'faq' ? '' : t('faq.crumb'),
    'data-kind-thor-faq': set === 'thor-faq' ? '' : t('thor.crumb'),
    'data-kind-guides': t('guide'),
    'data-kind-blog': t('article'),
  };
}
