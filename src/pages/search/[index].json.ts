import type { APIRoute, GetStaticPaths } from 'astro';
import { questionPath } from '../../components/faq/question-routes.ts';
import type { SearchAnswer } from '../../components/faq/search-answers.ts';
import type { QuestionSet } from '../../content/categories.ts';
import { getCategories } from '../../content/questions.ts';
import { getSummary, toPlainText } from '../../content/summary.ts';
import { type Locale, locales } from '../../i18n/locales.ts';

type Props = { readonly set: QuestionSet; readonly locale: Locale };

export const getStaticPaths = (() =>
  (['faq', 'thor-faq'] as const).flatMap((set) =>
    locales.map((locale) => ({ params: { index: `${set}-${locale}` }, props: { set, locale } })),
  )) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ props: { set, locale } }) => {
  const categories = await getCategories(set, locale);
  const answers: SearchAnswer[] = categories.flatMap(({ id, questions }) =>
    questions.map(({ entry }) => ({
      href: questionPath(set, 'detail', locale, { categoryId: String(id), faqId: String(entry.data.id) }),
      question: entry.data.question,
      summary: getSummary(entry.body ?? ''),
      text: toPlainText(entry.body ?? ''),
    })),
  );
  return new Response(JSON.stringify(answers));
};
