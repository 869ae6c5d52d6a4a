import { describe, expect, test } from 'vitest';
import { maxJournalTagsLength, readTags } from '#shared/accounts/journal-terms.ts';

describe('tags of a journal entry', () => {
  test.each([
    ['news, late entry', ['news', 'late entry']],
    ['  News ,NEWS,, late \t  Entry ', ['news', 'late entry']],
    ['', []],
    [' , ', []],
  ])('%j are read as %j', (text, tags) => {
    expect(readTags(text)).toEqual(tags);
  });

  test('are cut to 30 characters without a trailing space', () => {
    expect(readTags('a'.repeat(31))).toEqual(['a'.repeat(30)]);
    expect(readTags(`${'a'.repeat(29)} bc`)).toEqual(['a'.repeat(29)]);
  });

  test('are limited to twelve, for which 384 characters are enough', () => {
    const typed = Array.from({ length: 13 }, (_, index) => `tag ${index + 1}`);
    expect(readTags(typed.join(', '))).toEqual(typed.slice(0, 12));
    expect(maxJournalTagsLength).toBe(384);
  });
});
