import type { Locale } from '#i18n/locales.ts';
import { getFaqCategories, type QuestionSet } from './categories.ts';
import { type Localized, listEntries } from './entries.ts';

export type Question = Localized<QuestionSet>;

export type Category = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly questions: readonly Question[];
};

async function loadCategories(set: QuestionSet, locale: Locale): Promise<readonly Category[]> {
  const questions = (await listEntries(set, locale)).toSorted(
    (left, right) => left.entry.data.order - right.entry.data.order || left.entry.data.id - right.entry.data.id,
  );
  return getFaqCategories(set).map(({ id, title, description }) => ({
    id,
    title: title[locale],
    description: description[locale],
    questions: questions.filter(({ entry }) => entry.data.category === id),
  }));
}

const cache = new Map<string, Promise<readonly Category[]>>();

export function getCategories(set: QuestionSet, locale: Locale): Promise<readonly Category[]> {
  const key = `${set}/${locale}`;
  const categories = cache.get(key) ?? loadCategories(set, locale);
  if (import.meta.env.PROD) cache.set(key, categories);
  return categories;
}

const maxRelated = 6;

/** The questions after this one in its category, wrapping around to the first. */
export function listRelated({ questions }: Category, question: Question): readonly Question[] {
  const at = questions.indexOf(question);
  return [...questions.slice(at + 1), ...questions.slice(0, at)].slice(0, maxRelated);
}
