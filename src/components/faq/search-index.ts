import MiniSearch from 'minisearch';
import { normalizeText } from '#lib/normalize-text.ts';

/** A page that the search can find; `text` is the whole page as plain text. */
export type SearchPage = {
  readonly href: string;
  readonly kind: 'faq' | 'thor-faq' | 'guides' | 'blog';
  readonly title: string;
  /** Other words that people look for the page by. */
  readonly searchTerms?: string;
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

type Stem = (word: string) => string;

/** The whole word, and its stem with and without accents, because readers leave them out. */
type Stems = readonly string[];

/** Something looked for: phrases that mean the same, the reader's own first. */
type Concept = readonly (readonly Stems[])[];

export type Search = {
  /**
   * The pages that match a term, best first.
   * @param preferred a kind of page that comes before equal ones
   */
  find(term: string, preferred?: SearchPage['kind']): readonly SearchPage[];
};

const splitWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const weights = { title: 4, searchTerms: 4, summary: 1.6, text: 1 } as const;
const kindWeights = { faq: 1, 'thor-faq': 0.8, guides: 0.9, blog: 0.7 } as const;
const preferredWeight = 1.5;
const synonymWeight = 0.6;
/** For a page whose title or search terms contain what was typed, word for word. */
const phraseWeight = 1.6;

/** @param stem the stemmer of the pages' language */
export function createSearch({ pages, synonyms, stopWords }: SearchData, stem: Stem): Search {
  const stop = new Set(stopWords.map(normalizeText));
  const stemsOf = (word: string): Stems => [
    ...new Set([normalizeText(word), normalizeText(stem(word)), normalizeText(stem(normalizeText(word)))]),
  ];
  const isStopWord = (word: string) => stop.has(normalizeText(word));
  const index = new MiniSearch<SearchPage>({
    idField: 'href',
    fields: Object.keys(weights),
    tokenize: (text) => splitWords(text).filter((word) => !isStopWord(word)),
    processTerm: (word) => [...stemsOf(word)],
  });
  index.addAll(pages);
  const byAddress = new Map(pages.map((page) => [page.href, page]));
  const phrases = new Map(
    pages.map(({ href, title, searchTerms = '' }) => [
      href,
      ` ${splitWords(normalizeText(`${title} | ${searchTerms}`)).join(' ')} `,
    ]),
  );
  const groups = synonyms.map((group) =>
    group.map((phrase) => {
      const parts = splitWords(phrase);
      return { stems: parts.map(stemsOf), isDistinctive: !parts.some(isStopWord) };
    }),
  );

  const isSame = (left: Stems, right: Stems) => left.some((one) => right.includes(one));
  const startsAt = (text: readonly Stems[], at: number, phrase: readonly Stems[]) =>
    phrase.every((stems, offset) => {
      const word = text[at + offset];
      return word !== undefined && isSame(word, stems);
    });

  /** Splits a term into what it looks for; of the phrases that have synonyms, the longest wins. */
  function conceptsOf(term: string): readonly Concept[] {
    const typed = splitWords(term);
    const text = typed.map(stemsOf);
    const concepts: Concept[] = [];
    for (let at = 0; at < text.length; ) {
      const found = groups.flatMap((group) =>
        group.filter(({ stems }) => startsAt(text, at, stems)).map(({ stems }) => ({ group, length: stems.length })),
      );
      const length = Math.max(1, ...found.map(({ length }) => length));
      const own = text.slice(at, at + length);
      const others = found
        .filter((each) => each.length === length)
        .flatMap(({ group }) => group.filter(({ isDistinctive }) => isDistinctive).map(({ stems }) => stems));
      const distinctive = own.filter((_, offset) => !isStopWord(typed[at + offset] ?? ''));
      if (others.length > 0 || distinctive.length > 0) concepts.push([distinctive, ...others]);
      at += length;
    }
    return concepts.length > 0 ? concepts : text.map((stems) => [[stems]]);
  }

  /** Scores of the pages that contain a phrase; the beginning of a word or a typo counts for less. */
  function scorePhrase(phrase: readonly Stems[]): ReadonlyMap<string, number> {
    const found = index.search({
      combineWith: 'AND',
      queries: phrase.map((stems) => ({
        combineWith: 'OR',
        queries: [...stems],
        tokenize: (text: string) => [text],
        processTerm: (word: string) => word,
        boost: weights,
        prefix: (word: string) => word.length > 2,
        fuzzy: (word: string) => (word.length > 4 ? 0.2 : false),
        weights: { prefix: 0.3, fuzzy: 0.15 },
        bm25: { k: 1.2, b: 0.5, d: 0.4 },
      })),
    });
    return new Map(found.map(({ id, score }) => [String(id), score]));
  }

  function scoreConcept([own = [], ...others]: Concept): ReadonlyMap<string, number> {
    const best = new Map(own.length > 0 ? scorePhrase(own) : []);
    for (const phrase of others) {
      for (const [href, score] of scorePhrase(phrase)) {
        best.set(href, Math.max(best.get(href) ?? 0, score * synonymWeight));
      }
    }
    return best;
  }

  return {
    find(term, preferred) {
      const scores = conceptsOf(term).map(scoreConcept);
      const typed = splitWords(normalizeText(term)).join(' ');
      const ranked = pages.flatMap(({ href, kind }) => {
        const parts = scores.flatMap((score) => score.get(href) ?? []);
        const total = parts.reduce((sum, part) => sum + part, 0);
        const coverage = parts.length / scores.length;
        const weight =
          (kind === preferred ? preferredWeight : kindWeights[kind]) *
          (phrases.get(href)?.includes(` ${typed} `) ? phraseWeight : 1);
        return parts.length > 0 && coverage >= 0.5 ? [{ href, score: total * coverage * coverage * weight }] : [];
      });
      return ranked
        .toSorted((left, right) => right.score - left.score)
        .flatMap(({ href }) => byAddress.get(href) ?? []);
    },
  };
}
