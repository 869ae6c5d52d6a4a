import { expect, it } from 'vitest';
import { getSummary, toPlainText } from '#content/summary.ts';

it('keeps French no-break spaces in excerpts, and joins lines with ordinary ones', () => {
  expect(toPlainText('Prêt\u00a0?\nOui\u00a0:  «\u00a0tout\u00a0» à 20\u202f%')).toBe(
    'Prêt\u00a0? Oui\u00a0: «\u00a0tout\u00a0» à 20\u202f%',
  );
});

it('keeps the no-break space before the colon and the semicolons of a list that it joins', () => {
  expect(getSummary('Il faut\u00a0:\n\n- un compte\n- un flux')).toBe('Il faut\u00a0: un compte\u00a0; un flux.');
});

it('never ends a shortened excerpt with a colon and its space', () => {
  expect(getSummary('Trois choses comptent ici\u00a0: la taille, le stop et le plancher.', 30)).toBe(
    'Trois choses comptent ici…',
  );
});
