import MiniSearch from 'minisearch';
import { normalizeText } from '../../lib/normalize-text.ts';

/** A question in the search index; `text` is the whole answer as plain text. */
export type SearchAnswer = {
  readonly href: string;
  readonly question: string;
  readonly summary: string;
  readonly text: string;
  /** Synonyms of words in the question, if any. */
  readonly keywords?: string;
};

/** Answers that match all or most words. The question weighs more than the text, and typos are tolerated. */
export function findAnswers(answers: readonly SearchAnswer[], term: string): readonly SearchAnswer[] {
  const index = new MiniSearch<SearchAnswer>({
    idField: 'href',
    fields: ['question', 'keywords', 'text'],
    processTerm: normalizeText,
    searchOptions: {
      boost: { question: 3, keywords: 2 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(answers);
  const byAddress = new Map(answers.map((answer) => [answer.href, answer]));
  const strict = index.search(term, { combineWith: 'AND' });
  const found = strict.length > 0 ? strict : index.search(term);
  return found.flatMap(({ id }) => byAddress.get(id) ?? []);
}
