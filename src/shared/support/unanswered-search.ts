/** Without an answer, or with answers of which none was opened. */
export const misses = ['none', 'unclicked'] as const;

/** An address, a number that may belong to somebody, a link. */
const personal = /[@＠]|(?:\p{Nd}\P{Nd}*){5}|:\/\/|www\.|[\p{L}\p{N}-]\.\p{L}{2,}/u;

/** A searched text as it is counted; undefined if it is empty, long or may say something about a person. */
export function toCountedSearch(typed: string): string | undefined {
  const text = typed
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .normalize('NFC')
    .toLowerCase();
  return text === '' || text.length > 60 || personal.test(text) ? undefined : text;
}
