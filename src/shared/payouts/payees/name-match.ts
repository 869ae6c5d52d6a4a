/** Letters that Unicode doesn't decompose. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Splits a name into comparable lower-case words, without accents, punctuation, hyphens and width variants. */
export function nameTokens(name: string): readonly string[] {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const spelled = [...folded].map((letter) => spellings[letter] ?? letter).join('');
  return spelled
    .replace(/[’'ʼ`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Hebrew', 'Arabic', 'Han', 'Hangul'] as const;
const patterns = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

/** Whether a word mixes letters of different alphabets, as look-alike names do. */
export function mixesScripts(name: string): boolean {
  return name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => patterns.filter((pattern) => pattern.test(word)).length > 1);
}

type VerifiedName = { readonly firstName: string; readonly lastName: string };

/**
 * Whether a payee is the verified person: every word of the payee's name is in the verified name, with at least one
 * given name and one family name, if it has one. Word order and omitted middle names don't matter.
 */
export function matchesVerifiedName(payeeName: string, { firstName, lastName }: VerifiedName): boolean {
  const payee = nameTokens(payeeName);
  const [given, family] = [nameTokens(firstName), nameTokens(lastName)];
  const withJoined = (tokens: readonly string[]) => [...tokens, tokens.join('')];
  const all = new Set([...withJoined(given), ...withJoined(family)]);
  return (
    payee.every((token) => all.has(token)) &&
    payee.some((token) => withJoined(given).includes(token)) &&
    (family.length === 0 || payee.some((token) => withJoined(family).includes(token)))
  );
}
