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

/** A name as comparable lower-case words: without accents, punctuation, hyphens and width variants. */
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

/** Whether letters of different alphabets stand side by side in a word, which is how look-alike names are made. */
export function mixesScripts(name: string): boolean {
  return name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => patterns.filter((pattern) => pattern.test(word)).length > 1);
}

type VerifiedName = { readonly firstName: string; readonly lastName: string };

/**
 * Whether a payee is the verified person: every word of the payee's name belongs to the verified name, and at least one
 * is a given name and one a family name. The order and omitted middle names don't matter.
 */
export function matchesVerifiedName(payeeName: string, { firstName, lastName }: VerifiedName): boolean {
  const payee = nameTokens(payeeName);
  const [given, family] = [nameTokens(firstName), nameTokens(lastName)];
  const joined = (tokens: readonly string[]) => [...tokens, tokens.join('')];
  const all = new Set([...joined(given), ...joined(family)]);
  return (
    payee.every((token) => all.has(token)) &&
    payee.some((token) => joined(given).includes(token)) &&
    payee.some((token) => joined(family).includes(token))
  );
}
