import MiniSearch from 'minisearch';
import { fold } from '../../lib/fold.ts';

/** One question as the search index holds it; `text` is the whole answer without marks. */
export type SearchAnswer = {
  readonly href: string;
  readonly question: string;
  readonly summary: string;
  readonly text: string;
  /** Synonyms of what the question names; left out where there are none. */
  readonly keywords?: string;
};

/** Answers that hold all or most of the words, the question weighing more than the text, a slip of the finger forgiven. */
export function findAnswers(answers: readonly SearchAnswer[], term: string): readonly SearchAnswer[] {
  const index = new MiniSearch<SearchAnswer>({
    idField: 'href',
    fields: ['question', 'keywords', 'text'],
    processTerm: fold,
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
