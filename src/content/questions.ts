import type { Locale } from '../i18n/locales.ts';
import { type Localized, listEntries } from './entries.ts';
import { getQuestionShelves, type QuestionSet } from './shelves.ts';

export type Question = Localized<QuestionSet>;

export type Shelf = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly questions: readonly Question[];
};

/** The categories in the order of their file, each with its questions in theirs. */
export async function getShelves(set: QuestionSet, locale: Locale): Promise<readonly Shelf[]> {
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
