/** A word without its accents and capitals, as somebody types it in a hurry. */
export function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
