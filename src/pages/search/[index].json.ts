import type { APIRoute, GetStaticPaths } from 'astro';
import { questionPath } from '../../components/faq/question-routes.ts';
import type { SearchAnswer } from '../../components/faq/search-answers.ts';
import type { QuestionSet } from '../../content/categories.ts';
import { getCategories } from '../../content/questions.ts';
import { getSynonyms, keywordsOf } from '../../content/search-synonyms.ts';
import { getSummary, toPlainText } from '../../content/summary.ts';
import { type Locale, locales } from '../../i18n/locales.ts';

type Props = { readonly set: QuestionSet; readonly locale: Locale };

export const getStaticPaths = (() =>
  (['faq', 'thor-faq'] as const).flatMap((set) =>
    locales.map((locale) => ({ params: { index: `${set}-${locale}` }, props: { set, locale } })),
  )) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ props: { set, locale } }) => {
  const categories = await getCategories(set, locale);
  const synonyms = getSynonyms(locale);
  const answers: SearchAnswer[] = categories.flatMap(({ id, questions }) =>
    questions.map(({ entry }) => {
      const { question } = entry.data;
      const keywords = keywordsOf(question, synonyms);
      return {
        href: questionPath(set, 'detail', locale, { categoryId: String(id), faqId: String(entry.data.id) }),
        question,
        summary: getSummary(entry.body ?? ''),
        text: toPlainText(entry.body ?? ''),
        ...(keywords && { keywords }),
      };
    }),
  );
  return new Response(JSON.stringify(answers));
};
