/** What nobody sees, as Unicode lists it; changes of direction are refused, and joiners and variants say how a letter looks. */
const unseen = /(?![\p{Join_C}\p{VS}\u202a-\u202e\u2066-\u2069])\p{DI}/gu;

/**
 * A line of text in one spelling: letters composed with their accents, single spaces, nothing unseen. Joiners stay, as
 * Persian and Indian names need them between letters.
 */
export function cleanName(typed: string): string {
  return (
    typed
      .normalize('NFC')
      .replace(unseen, '')
      // A blank of Braille is a space.
      .replace(/(?:[^\S\r\n\u2028\u2029]|\u2800)+/g, ' ')
      .replace(/^[\s\p{Join_C}\p{VS}]+/u, '')
      .replace(/(?<![\s\u200c\u200d])[\s\u200c\u200d]+$/, '')
  );
}

/** Control characters, broken characters, changes of direction, and web addresses. */
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]|:\/\/|\bwww\./iu;
/** A dot between two words, in any of the forms that stand for one in a domain. */
const dotted = /(?<=[\p{L}\p{N}-]{2})[.\u2024\ufe52\uff0e\u3002\uff61](?=([\p{L}\p{N}]{2}[\p{L}\p{N}-]{0,20}))/gu;

/** The endings of most unwanted links. `St.John` and `Ma.Theresa` are abbreviations, whose second word is a name. */
const domainEnding =
  /^(?:com|net|org|info|biz|app|dev|xyz|online|site|shop|store|club|live|life|top|vip|win|work|world|link|click|page|blog|news|cloud|tech|space|website|digital|money|bet|casino|poker|games?|fun|icu|pro|mobi|agency|support|email|finance|trade|trading|today|zone)$/i;
/** Han, Kana and Hangul names have no abbreviations, but there are domains in these scripts. */
const startsName = /^(?:\p{Lu}\p{Ll}|(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])\p{Lo})/u;

/** Whether a line holds what no name has: a control character, a change of direction, or an address of the web. */
export const isUnsafeLine = (line: string): boolean => unsafe.test(line);

/** Whether email programs could turn a part of a line into a link. */
export function looksLikeLink(line: string): boolean {
  if (isUnsafeLine(line)) return true;
  return [...line.matchAll(dotted)].some(
    ([dot, ending = '']) => dot !== '.' || !startsName.test(ending) || domainEnding.test(ending),
  );
}

/** Whether a line can be a person's name: letters and what stands between them, but no symbols or emoji. */
export function isName(line: string): boolean {
  return /\p{L}/u.test(line) && !/\u20e3|\ufe0f|[@\p{Sm}\p{Sc}\p{So}\p{Co}\p{Cn}]/u.test(line);
}

/** Whether every letter is Latin, as in the lines of a passport that machines read. */
export const isLatin = (line: string): boolean => !/(?![\p{sc=Latin}\p{sc=Zyyy}\p{sc=Zinh}])\p{L}/u.test(line);

type WrittenName = {
  readonly first_name: string;
  readonly last_name: string;
  readonly latin_name?: string | null | undefined;
};

/** The Latin spelling of a name in other letters; null if it is Latin itself, or if nobody has given one. */
export function latinNameOf(name: WrittenName): string | null {
  return isLatin(fullName(name)) ? null : name.latin_name || null;
}

/** Whether papers can't write a name in letters that everyone can read. */
export const lacksLatinName = (name: WrittenName): boolean => !isLatin(fullName(name)) && latinNameOf(name) === null;

/** Both parts of a name in one line. People with one name have no last name. */
export function fullName({ first_name: first, last_name: last }: { first_name: string; last_name: string }): string {
  return `${first} ${last}`.trim();
}

/** The first letter as readers see it, with its accents and vowels, as a capital. */
export function initialOf(name: string): string {
  const [letter] = new Intl.Segmenter().segment(name);
  return (letter?.segment ?? '').toUpperCase();
}

/** A line that no email program turns into a link: a dot within a name gets the space that belongs after it. */
export function unlink(line: string): string {
  return line.replace(dotted, '. ');
}
