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

/** Markdown without its marks: links keep their words, headings and list signs go. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[#>|*-]+|\d+\.)\s*/gm, '')
    .replace(/[*_`|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first sentences as plain text, for lists, search results and descriptions. */
export function getSummary(markdown: string, longest = 155): string {
  const paragraphs = markdown.split(/\n\s*\n/).filter((part) => /^[^#\-*|>\d]/.test(part.trim()));
  const text = toPlainText(paragraphs.slice(0, 2).join(' '));
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longest - 1)).replace(/[,;:.]$/, '')}…`;
}
