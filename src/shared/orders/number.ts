/** Digits and letters that aren't easily confused, with hardly a vowel to spell words. Their number is prime. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZE';
const length = 8;
const half = length / 2;

/** Characters that people may type instead of the hyphen. */
const separators = /[\s\p{Pd}._#]/gu;

/**
 * A weighted sum modulo the prime alphabet size, zero for a valid number. One wrong character or two swapped ones
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

/** A typed order number in canonical form; undefined if it isn't valid, for example after a typo. */
export function parseOrderNumber(typed: string): string | undefined {
  const text = typed.toUpperCase().replace(separators, '');
  if (text.length !== length || [...text].some((character) => !alphabet.includes(character))) return undefined;
  return checksum(text) === 0 ? `${text.slice(0, half)}-${text.slice(half)}` : undefined;
}
