/** Digits and letters that can't be mistaken for each other, without vowels that would spell words. A prime count. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZE';
const length = 8;
const half = length / 2;

/** What a caller may type instead of a group's hyphen. */
const separators = /[\s\p{Pd}._#]/gu;

/**
 * Weighted so that the sum of a right number is zero modulo the prime count: one wrong character or two swapped ones
 * always change it.
 */
function checksum(characters: string): number {
  let sum = 0;
  for (const [index, character] of [...characters].entries()) sum += (index + 2) * alphabet.indexOf(character);
  return sum % alphabet.length;
}

/**
 * An order number that people can read out, such as `7KQ4-M2X9`: seven random characters and a check character.
 * @param pickIndex returns a random integer from 0 up to but excluding its argument
 */
export function makeOrderNumber(pickIndex: (limit: number) => number): string {
  const random = Array.from({ length: length - 1 }, () => alphabet.charAt(pickIndex(alphabet.length))).join('');
  const check = [...alphabet].find((character) => checksum(random + character) === 0) ?? '';
  return `${random.slice(0, half)}-${random.slice(half)}${check}`;
}

/** A typed order number in its official spelling; undefined where it can't be one, such as after a slip of a key. */
export function parseOrderNumber(typed: string): string | undefined {
  const text = typed.toUpperCase().replace(separators, '');
  if (text.length !== length || [...text].some((character) => !alphabet.includes(character))) return undefined;
  return checksum(text) === 0 ? `${text.slice(0, half)}-${text.slice(half)}` : undefined;
}
