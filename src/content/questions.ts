import type { Locale } from '../i18n/locales.ts';
import { type Localized, listEntries } from './entries.ts';
import { getQuestionShelves, type QuestionSet } from './categories.ts';

export type Question = Localized<QuestionSet>;

export type Shelf = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly questions: readonly Question[];
};

async function loadShelves(set: QuestionSet, locale: Locale): Promise<readonly Shelf[]> {
  const questions = (await listEntries(set, locale)).toSorted(
    (left, right) => left.entry.data.order - right.entry.data.order || left.entry.data.id - right.entry.data.id,
  );
  return getQuestionShelves(set).map(({ id, title, description }) => ({
    id,
    title: title[locale],
    description: description[locale],
    questions: questions.filter(({ entry }) => entry.data.category === id),
  }));
}

const known = new Map<string, Promise<readonly Shelf[]>>();

/** The categories in the order of their file, each with its questions in theirs. */
export function getShelves(set: QuestionSet, locale: Locale): Promise<readonly Shelf[]> {
  const key = `${set}/${locale}`;
  const shelves = known.get(key) ?? loadShelves(set, locale);
  if (import.meta.env.PROD) known.set(key, shelves);
  return shelves;
}

const longestRelated = 6;

/** The questions that follow one on its shelf, and after the last the first: a reader who goes on comes round to all. */
export function listRelated({ questions }: Shelf, question: Question): readonly Question[] {
  const at = questions.indexOf(question);
  return [...questions.slice(at + 1), ...questions.slice(0, at)].slice(0, longestRelated);
}
