import MiniSearch from 'minisearch';
import { normalizeText } from '#lib/normalize-text.ts';

/** A page that the search can find; `text` is the whole page as plain text. */
export type SearchPage = {
  readonly href: string;
  readonly kind: 'faq' | 'thor-faq' | 'guides' | 'blog';
  readonly title: string;
  /** Other words that people look for the page by. */
  readonly searchTerms?: string;
  /** The page's titles in the other languages, whose words traders of every language use. */
  readonly otherTitles?: string;
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

const E = (k: string, d: number) => Number((globalThis as any).process?.env[k] ?? d);
const weights = { title: 4, searchTerms: 4, otherTitles: E('OT', 1), headings: E('HD', 1), summary: 1.6, text: 1 } as const;
const kindWeights = { faq: 1, 'thor-faq': 0.8, guides: 0.9, blog: 0.7 } as const;
const preferredWeight = 1.5;
const synonymWeight = E('SW', 0.6);
/** For a page with search terms, or a title, all of whose words were typed. */
const phraseWeight = E('PW', 1.6);

const splitWords = (text: string) => normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** @param stem the stemmer of the pages' language */
export function createSearch({ pages, synonyms, stopWords }: SearchData, stem: (word: string) => string): Search {
  const stop = new Set(stopWords.map(normalizeText));
  const split = (text: string) => splitWords(text).filter((word) => !stop.has(word));
  const stemOf = (word: string) => normalizeText(stem(word));
  const stemAll = (text: string) => splitWords(text).map(stemOf).join(' ');
  const index = new MiniSearch<SearchPage>({
    idField: 'href',
    fields: Object.keys(weights),
    tokenize: split,
    processTerm: (word) => [...new Set([word, stemOf(word)])],
    searchOptions: { tokenize: (text) => text.split(' '), processTerm: (word) => word, boost: weights, bm25: { k: 1.2, b: 0.5, d: 0.4 } },
  });
  index.addAll(pages);
  const byAddress = new Map(pages.map((page) => [page.href, page]));
  const phrases = new Map(
    pages.map(({ href, title, searchTerms = '' }) => [href, [title, ...searchTerms.split(',')].map((x) => split(x).map(stemOf)).filter((x) => x.length > 0)]),
  );
  const groups = synonyms.map((group) => group.map((phrase) => ({ words: splitWords(phrase).map(stemOf) , distinct: split(phrase).length > 0 })));
  const isKnown = (word: string) => index.search(word).length > 0 || groups.some((g) => g.some(({ words }) => words.includes(word)));
  const correct = (word: string) => {
    const s = stemOf(word);
    if (isKnown(s) || isKnown(word)) return s;
    return s;
  };

  function conceptsOf(term: string): readonly (readonly (readonly string[])[])[] {
    const typed = splitWords(term);
    const stems = typed.map(correct);
    const concepts: (readonly string[])[][] = [];
    for (let at = 0; at < stems.length; ) {
      const found = groups.flatMap((group) =>
        group.filter(({ words }) => words.every((word, offset) => stems[at + offset] === word)).map(({ words }) => ({ group, length: words.length })),
      );
      const length = Math.max(1, ...found.map((f) => f.length));
      const own = typed.slice(at, at + length).flatMap((w, o) => stop.has(w) ? [] : [stems[at + o] ?? w]);
      const others = found.filter((f) => f.length === length).flatMap(({ group }) => group.map(({ words }) => words));
      if (own.length > 0 || others.length > 0) concepts.push([own, ...others]);
      at += length;
    }
    return concepts;
  }

  const scorePhrase = (words: readonly string[]) => {
    const q = (options: object) => index.search({ combineWith: 'AND', queries: [...words], ...options } as any);
    const exact = q({ prefix: (w: string) => w.length > 2, weights: { prefix: 0.3, fuzzy: 0.15 } });
    const found = exact.length > 0 ? exact : q({ prefix: (w: string) => w.length > 2, fuzzy: (w: string) => (w.length > 3 ? E('FZ', 0.25) : false), weights: { prefix: 0.3, fuzzy: 0.3 } });
    return new Map(found.map(({ id, score }) => [String(id), score]));
  };

  function scoreConcept([own = [], ...others]: readonly (readonly string[])[]): ReadonlyMap<string, number> {
    const best = new Map(own.length > 0 ? scorePhrase(own) : []);
    for (const phrase of others) {
      for (const [href, score] of scorePhrase(phrase)) best.set(href, Math.max(best.get(href) ?? 0, score * synonymWeight));
    }
    return best;
  }

  return {
    find(term, preferred) {
      const concepts = conceptsOf(term);
      const scores = concepts.map(scoreConcept).filter((s) => s.size > 0);
      const said = new Set(concepts.flat(2));
      const own = new Set(concepts.flatMap(([o = []]) => o));
      const rarity = scores.map((s) => Math.log(1 + pages.length / s.size) ** E('RP', 1));
      const sumRarity = rarity.reduce((a, b) => a + b, 0);
      const ranked = pages.flatMap(({ href, kind }) => {
        let total = 0, covered = 0;
        scores.forEach((s, i) => { const v = s.get(href); if (v !== undefined) { total += v; covered += rarity[i] ?? 0; } });
        if (total === 0) return [];
        const ph = Math.max(0, ...(phrases.get(href) ?? []).map((p) => (p.every((w) => own.has(w)) ? p.length * 1 : p.every((w) => said.has(w)) ? p.length * E('PS', 0.5) : 0)));
        const weight = (kind === preferred ? preferredWeight : kindWeights[kind]) * (1 + E('PB', 0.5) * Math.min(ph, 3));
        return [{ href, score: total * (covered / sumRarity) ** E('CP', 1.5) * weight }];
      });
      return ranked.toSorted((l, r) => r.score - l.score).flatMap(({ href }) => byAddress.get(href) ?? []);
    },
  };
}
