export const maxJournalPictures = 3;
export const maxJournalTags = 12;
export const maxJournalTagLength = 30;
/** As typed, with a comma and a space after each. */
export const maxJournalTagsLength = maxJournalTags * (maxJournalTagLength + 2);
export const maxJournalNotesLength = 10_000;
export const maxJournalPictureBytes = 8 * 1024 * 1024;

/** Tags as typed, `news, late entry` → `['news', 'late entry']`: each once, in small letters. */
export function readTags(text: string): string[] {
  const tags = text
    .split(',')
    .map((tag) => tag.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, maxJournalTagLength).trim())
    .filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, maxJournalTags);
}
