import { readFileSync } from 'node:fs';
import { stemmer as en } from '@orama/stemmers/english';
import { stemmer as fr } from '@orama/stemmers/french';
import { stemmer as pt } from '@orama/stemmers/portuguese';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createSearch, type Search, type SearchData } from '#components/faq/search-index.ts';
import { readBuilt } from './built-site.ts';

const languages = { en, fr, pt };
type Language = keyof typeof languages;

const question = z.strictObject({ page: z.string(), en: z.string(), fr: z.string(), pt: z.string() });
const questions = z.array(question).parse(parse(readFileSync('tests/site/search-questions.yaml', 'utf8')));

const asked = z.array(z.tuple([z.string()], z.string()));
const half = z.strictObject({ en: asked, fr: asked, pt: asked });
const strangers = z
  .strictObject({ tune: half, heldOut: half })
  .parse(parse(readFileSync('tests/site/search-strangers.yaml', 'utf8')));

const readIndex = (language: Language): SearchData => JSON.parse(readBuilt(`search/${language}.json`));
const searches = new Map<string, Search>();

function find(language: Language, term: string, preferred?: 'thor-faq'): readonly string[] {
  const search = searches.get(language) ?? createSearch(readIndex(language), languages[language]);
  searches.set(language, search);
  return search.find(term, preferred).map(({ href }) => href.replace(/^\/(?:fr|pt)(?=\/)/, ''));
}

describe.each(['en', 'fr', 'pt'] as const)('questions in %s', (language) => {
  const places = questions.map(({ page, [language]: term }) => ({
    term,
    page,
    at: find(language, term).indexOf(page),
  }));

  it('nine in ten are answered by the first result', () => {
    const others = places.filter(({ at }) => at !== 0);
    expect(others.length, JSON.stringify(others, null, 1)).toBeLessThanOrEqual(questions.length * 0.1);
  });

  it('ninety-eight in a hundred are answered by the first three', () => {
    const others = places.filter(({ at }) => at < 0 || at > 2);
    expect(others.length, JSON.stringify(others, null, 1)).toBeLessThanOrEqual(questions.length * 0.02);
  });

  it('every page named by a question exists', () => {
    const pages = readIndex(language).pages.map(({ href }) => href.replace(/^\/(?:fr|pt)(?=\/)/, ''));
    expect(questions.filter(({ page }) => !pages.includes(page))).toEqual([]);
  });
});

describe.each(['en', 'fr', 'pt'] as const)('strangers’ questions in %s', (language) => {
  const withoutResult = (half: keyof typeof strangers, results: number) =>
    strangers[half][language].filter(([term, ...pages]) => {
      const found = find(language, term).slice(0, results);
      return !found.some((page) => pages.includes(page));
    });

  it.each(['tune', 'heldOut'] as const)('of %s, 85 in 100 find their answer first', (half) => {
    const others = withoutResult(half, 1);
    expect(others.length, JSON.stringify(others)).toBeLessThanOrEqual(strangers[half][language].length * 0.15);
  });

  it.each(['tune', 'heldOut'] as const)('of %s, 95 in 100 find it in the first three', (half) => {
    const others = withoutResult(half, 3);
    expect(others.length, JSON.stringify(others)).toBeLessThanOrEqual(strangers[half][language].length * 0.05);
  });
});

describe('search', () => {
  it('an unknown word, or only a synonym in another language, doesn’t empty the list', () => {
    expect(find('en', 'payout xylophone')[0]).toMatch(/^\/faq\/detail\/4\//);
    expect(find('en', 'xylophone drawdown zzzz qqqq')).not.toEqual([]);
    expect(find('fr', 'payout')[0]).toMatch(/^\/faq\/detail\/4\//);
  });

  it('missing accents, another ending, the beginning of a word and a typo find the same answer', () => {
    for (const term of ['réinitialisation', 'reinitialisation', 'réinitialiser', 'réinit', 'reinitialisatoin']) {
      expect(find('fr', term).slice(0, 3), term).toContain('/faq/detail/5/104');
    }
  });

  it('guides, articles and the Thor FAQ are found as well, and Thor’s own answers first on its pages', () => {
    expect(find('en', 'ATAS')[0]).toBe('/atas-connection-guide');
    expect(find('pt', 'feriados')[0]).toMatch(/^\/blog\/details\/.*\/109$/);
    expect(find('en', 'refund', 'thor-faq')[0]).toBe('/thor/faq/detail/3/35');
    expect(find('en', 'refund')[0]).toBe('/faq/detail/5/106');
  });

  it('a term without matches, or of stop words only, breaks nothing', () => {
    expect(find('en', 'xylophone')).toEqual([]);
    expect(find('en', '')).toEqual([]);
    expect(find('en', 'what is the')).toBeInstanceOf(Array);
    expect(find('en', '((((+*?')).toEqual([]);
  });
});
