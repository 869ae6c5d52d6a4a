export const mostJournalPictures = 3;
export const mostJournalTags = 12;
export const longestJournalTag = 30;
export const longestJournalNotes = 10_000;
export const largestJournalPictureBytes = 8 * 1024 * 1024;

/** Tags as typed, `news, late entry` → `['news', 'late entry']`: each once, in small letters. */
export function readTags(text: string): string[] {
  const tags = text
    .split(',')
    .map((tag) => tag.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, longestJournalTag).trim())
    .filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, mostJournalTags);
}
