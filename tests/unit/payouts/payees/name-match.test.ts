import { describe, expect, test } from 'vitest';
import { matchesVerifiedName, mixesScripts } from '#shared/payouts/payees/name-match.ts';

const tessa = { firstName: 'Tessa Maria', lastName: 'Marques da Conceição' };

describe('payee names', () => {
  test.each([
    'Tessa Maria Marques da Conceição',
    'TESSA MARQUES DA CONCEICAO',
    'Marques da Conceição, Tessa',
    'Tessa Marques',
    'tessa  conceição',
    'Ｔessa Marques',
  ])('%s is the verified person', (name) => {
    expect(matchesVerifiedName(name, tessa)).toBe(true);
  });

  test.each([
    ['only a given name', 'Tessa Maria'],
    ['only a family name', 'Marques'],
    ['another given name', 'Tânia Marques'],
    ['another family name', 'Tessa Mendes'],
    ['a company', 'Tessa Marques Trading Lda'],
    ['a second person', 'Tessa Marques e João Silva'],
    ['a Cyrillic е in Tеssa', 'T\u0435ssa Marques'],
    ['nothing', ' . '],
  ])('%s is not the verified person', (_, name) => {
    expect(matchesVerifiedName(name, tessa)).toBe(false);
  });

  test('hyphens, apostrophes and letters with strokes are folded', () => {
    expect(matchesVerifiedName('Jean Pierre O’Brien', { firstName: 'Jean-Pierre', lastName: 'OBrien' })).toBe(true);
    expect(matchesVerifiedName('Jeanpierre Obrien', { firstName: 'Jean-Pierre', lastName: "O'Brien" })).toBe(true);
    expect(matchesVerifiedName('Lukasz Strasse', { firstName: 'Łukasz', lastName: 'Straße' })).toBe(true);
    expect(matchesVerifiedName('Bjorn Aerø', { firstName: 'Bjørn', lastName: 'Ærø' })).toBe(true);
  });

  test('a word in two alphabets is a look-alike, but a name in two alphabets is not', () => {
    expect(mixesScripts('T\u0435ssa Marques')).toBe(true);
    expect(mixesScripts('Tessa Μarques')).toBe(true);
    expect(mixesScripts('Tessa Marques')).toBe(false);
    expect(mixesScripts('Тесса Маркеш')).toBe(false);
    expect(mixesScripts('Tessa Маркеш')).toBe(false);
  });
});
