import { describe, expect, test } from 'vitest';
import { suggestEmail } from '#lib/email-suggestion.ts';

describe('an address with a mistyped provider', () => {
  test.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmal.com', 'ada@gmail.com'],
    ['ada@gmaill.com', 'ada@gmail.com'],
    ['ada@hotmial.com', 'ada@hotmail.com'],
    ['Ada.B@Outlok.com', 'Ada.B@outlook.com'],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['ada@yaho.fr', 'ada@yahoo.fr'],
    ['ada@tidemark-trading.cmo', 'ada@tidemark-trading.com'],
  ])('%s suggests %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  test.each([
    'ada@gmail.com',
    'ada@mail.com',
    'ada@example.com',
    'ada@ymail.com',
    'ada@free.fr',
    'ada',
    'ada@',
    '@gmial.com',
    '',
  ])('%s suggests nothing', (typed) => {
    expect(suggestEmail(typed)).toBeUndefined();
  });
});
