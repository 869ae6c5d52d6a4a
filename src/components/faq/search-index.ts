import MiniSearch from 'minisearch';
import { normalizeText } from '#lib/normalize-text.ts';

/** A page that the search can find; `text` is the whole page as plain text. */
export type SearchPage = {
  readonly href: string;
  readonly kind: 'faq' | 'thor-faq' | 'guides' | 'blog';
  readonly title: string;
  /** Other words that people look for the page by. */
  readonly searchTerms?: string;
  /** Its titles in the other languages, whose words traders of every language use. */
  readonly otherTitles: string;
  readonly summary: string;
  readonly text: string;
  /** The text's language, if it isn't the search's. */
  readonly lang?: string;
};

export type SearchData = {
  readonly pages: readonly SearchPage[];
  /** Words and phrases with the same meaning, a line each. */
  readonly synonyms: readonly (readonly string[])[];
  /** Words that say nothing about what is looked for. */
  readonly stopWords: readonly string[];
};

export type Search = {
  /**
   * The pages that match a term, best first.
   * @param preferred a kind of page that comes before equal ones
   */
  find(term: string, preferred?: SearchPage['kind']): readonly SearchPage[];
};

const weights = { title: 4, searchTerms: 4, otherTitles: 1, summary: 1.6, text: 1 } as const;
const kindWeights = { faq: 1, 'thor-faq': 0.8, guides: 0.9, blog: 0.7 } as const;
const preferredWeight = 2;
const synonymWeight = 0.4;
/** For a title or search term that was typed as a whole, times the square of its number of words, up to three. */
const phraseWeight = 0.35;

/** Something looked for: phrases that mean the same, each a list of stems, the reader's own first. */
type Concept = readonly (readonly string[])[];
type Scores = ReadonlyMap<string, number>;

const splitWords = (text: string) => normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** @param stem the stemmer of the pages' language */
export function createSearch({ pages, synonyms, stopWords }: SearchData, stem: (word: string) => string): Search {
  const stop = new Set(stopWords.map(normalizeText));
  const isDistinctive = (word: string) => !stop.has(word);
  const stemOf = (word: string) => normalizeText(stem(word));
  const stemDistinctive = (text: string) => splitWords(text).filter(isDistinctive).map(stemOf);
  const index = new MiniSearch<SearchPage>({
    idField: 'href',
    fields: Object.keys(weights),
    tokenize: (text) => splitWords(text).filter(isDistinctive),
    processTerm: (word) => [...new Set([word, stemOf(word)])],
    searchOptions: {
      combineWith: 'AND',
      tokenize: (phrase) => phrase.split(' '),
      processTerm: (word) => word,
      boost: weights,
      prefix: (word) => word.length > 2,
      weights: { prefix: 0.3, fuzzy: 0.3 },
      bm25: { k: 1.2, b: 0.05, d: 0.4 },
    },
  });
  index.addAll(pages);
  const entries = pages.map((page) => ({
    page,
    phrases: [page.title, ...(page.searchTerms ?? '').split(',')]
      .map(stemDistinctive)
      .filter((phrase) => phrase.length > 0),
  }));
  const groups = synonyms.map((group) => group.map((phrase) => splitWords(phrase).map(stemOf)));

  /** Splits a term into what it looks for; of the phrases that have synonyms, the longest wins. */
  function conceptsOf(term: string): readonly Concept[] {
    const typed = splitWords(term);
    const stems = typed.map(stemOf);
    const concepts: Concept[] = [];
    for (let at = 0; at < stems.length; ) {
      const found = groups.flatMap((group) =>
        group
          .filter((phrase) => phrase.every((word, offset) => stems[at + offset] === word))
          .map(({ length }) => ({ group, length })),
      );
      const length = Math.max(1, ...found.map(({ length }) => length));
      const own = stems.slice(at, at + length).filter((_, offset) => isDistinctive(typed[at + offset] ?? ''));
      const others = found.filter((each) => each.length === length).flatMap(({ group }) => group);
      if (own.length > 0 || others.length > 0) concepts.push([own, ...others]);
      at += length;
    }
    return concepts;
  }

  /** Scores of the pages that contain a phrase; typing errors count only if no page has the words or their beginning. */
  function scorePhrase(words: readonly string[]): Scores {
    if (words.length === 0) return new Map();
    const phrase = words.join(' ');
    const exact = index.search(phrase);
    const found =
      exact.length > 0 ? exact : index.search(phrase, { fuzzy: (word) => (word.length > 3 ? 0.25 : false) });
    return new Map(found.map(({ id, score }) => [String(id), score]));
  }

  function scoreConcept([own = [], ...others]: Concept): Scores {
    const best = new Map(scorePhrase(own));
    for (const [href, score] of others.flatMap((phrase) => [...scorePhrase(phrase)])) {
      best.set(href, Math.max(best.get(href) ?? 0, score * synonymWeight));
    }
    return best;
  }

  return {
    find(term, preferred) {
      const concepts = conceptsOf(term);
      const typed = new Set(concepts.flatMap(([own = []]) => own));
      // What no page knows is left out, and what few pages know says more about what is looked for.
      const known = concepts
        .map(scoreConcept)
        .filter(({ size }) => size > 0)
        .map((scores) => ({ scores, rarity: Math.log(1 + pages.length / scores.size) }));
      return entries
        .map(({ page, phrases }) => {
          const found = known.filter(({ scores }) => scores.has(page.href));
          const total = found.reduce((sum, { scores }) => sum + (scores.get(page.href) ?? 0), 0);
          const coverage = found.reduce((sum, { rarity }) => sum + rarity, 0);
          const complete = phrases.filter((phrase) => phrase.every((word) => typed.has(word)));
          const longest = Math.min(3, Math.max(0, ...complete.map(({ length }) => length)));
          const weight = page.kind === preferred ? preferredWeight : kindWeights[page.kind];
          return { page, score: total * coverage * weight * (1 + phraseWeight * longest ** 2) };
        })
        .filter(({ score }) => score > 0)
        .toSorted((left, right) => right.score - left.score)
        .map(({ page }) => page);
    },
  };
}
