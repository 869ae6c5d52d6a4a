/** Letters that don't decompose into a Latin letter and an accent. */
const transliterations: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
};

/**
 * Converts text to the characters that all banks accept: Latin without accents, digits and `/-?:().,'+ `. Empty if
 * nothing can be converted, for example a name in another alphabet.
 */
export function toBankText(text: string, maximum: number): string {
  return [...text.normalize('NFKD').replace(/\p{Diacritic}/gu, '')]
    .map((letter) => transliterations[letter] ?? letter)
    .join('')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/^[ /]+/, '')
    .slice(0, maximum)
    .replace(/(?<![ /])[ /]+$/, '');
}

/** Whether every letter of a name can be converted by `toBankText`. */
export function isBankText(text: string): boolean {
  return [...text.normalize('NFKD').replace(/\p{Diacritic}/gu, '')].every(
    (letter) => letter in transliterations || !/\p{L}/u.test(letter) || /[A-Za-z]/.test(letter),
  );
}
