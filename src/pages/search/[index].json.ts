import type { APIRoute, GetStaticPaths } from 'astro';
import { questionPath } from '#components/faq/question-routes.ts';
import type { SearchData, SearchPage } from '#components/faq/search-index.ts';
import { articlePath, listArticles } from '#content/articles.ts';
import type { QuestionSet } from '#content/categories.ts';
import { type Localized, listEntries } from '#content/entries.ts';
import { getCategories } from '#content/questions.ts';
import { getSynonyms } from '#content/search-synonyms.ts';
import { getSummary, toPlainText } from '#content/summary.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { pathTo, splitLocale } from '#routes.ts';

type Props = { readonly locale: Locale };
type Page = Localized<QuestionSet | 'guides' | 'blog'>;
type PageInLanguage = Omit<SearchPage, 'otherTitles'>;

export const getStaticPaths = (() =>
  locales.map((locale) => ({ params: { index: locale }, props: { locale } }))) satisfies GetStaticPaths;

const describePage = (
  { entry: { data, body = '' }, textLocale }: Page,
  locale: Locale,
  { href, kind }: Pick<SearchPage, 'href' | 'kind'>,
): PageInLanguage => ({
  href,
  kind,
  title: 'question' in data ? data.question : data.title,
  ...(data.searchTerms && { searchTerms: data.searchTerms }),
  summary: 'description' in data ? data.description : getSummary(body),
  text: toPlainText(body),
  ...(textLocale !== locale && { lang: textLocale }),
});

async function listQuestions(kind: QuestionSet, locale: Locale): Promise<readonly PageInLanguage[]> {
  const questions = (await getCategories(kind, locale)).flatMap((category) => category.questions);
  return questions.map((question) => {
    const { category, id } = question.entry.data;
    const href = questionPath(kind, 'detail', locale, { categoryId: String(category), faqId: String(id) });
    return describePage(question, locale, { href, kind });
  });
}

function guidePath(slug: string, locale: Locale): string {
  if (slug === 'connection-guide') return pathTo('connectionGuide', {}, locale);
  return pathTo('guide', { guide: slug.replace('-connection-guide', '') }, locale);
}

async function listPages(locale: Locale): Promise<readonly PageInLanguage[]> {
  const guides = await listEntries('guides', locale);
  const articles = await listArticles(locale);
  return [
    ...(await listQuestions('faq', locale)),
    ...(await listQuestions('thor-faq', locale)),
    ...guides.map((guide) => describePage(guide, locale, { href: guidePath(guide.slug, locale), kind: 'guides' })),
    ...articles.map((article) => describePage(article, locale, { href: articlePath(article, locale), kind: 'blog' })),
  ];
}

export const GET: APIRoute<Props> = async ({ props: { locale } }) => {
  const others = await Promise.all(locales.filter((other) => other !== locale).map(listPages));
  const titles = Map.groupBy(others.flat(), ({ href }) => splitLocale(href).path);
  const pages = (await listPages(locale)).map((page) => ({
    ...page,
    otherTitles: (titles.get(splitLocale(page.href).path) ?? []).map(({ title }) => title).join(' | '),
  }));
  const data: SearchData = { ...getSynonyms(locale), pages };
  return new Response(JSON.stringify(data));
};
