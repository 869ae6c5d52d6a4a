export const maxJournalPictures = 3;
export const maxJournalTags = 12;
export const maxJournalTagLength = 30;
/** The typed length, including a comma and a space after each tag. */
export const maxJournalTagsLength = maxJournalTags * (maxJournalTagLength + 2);
export const maxJournalNotesLength = 10_000;
export const maxJournalPictureBytes = 8 * 1024 * 1024;

/** Splits typed tags, `news, late entry` → `['news', 'late entry']`. Lowercases them and removes duplicates. */
export function readTags(text: string): string[] {
  const tags = text
    .split(',')
    .map((tag) => tag.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, maxJournalTagLength).trim())
    .filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, maxJournalTags);
}
