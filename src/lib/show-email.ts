import { decodePunycode } from './punycode.ts';

/** Scripts that are written together. A name in one of these groups imitates no other. */
const writtenTogether = [
  ['Latin'],
  ['Cyrillic'],
  ['Greek'],
  ['Arabic'],
  ['Hebrew'],
  ['Devanagari'],
  ['Bengali'],
  ['Tamil'],
  ['Telugu'],
  ['Thai'],
  ['Armenian'],
  ['Georgian'],
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
].map(
  (scripts) => new RegExp(`^[\\d\\p{sc=Inherited}\\u30fc${scripts.map((each) => `\\p{sc=${each}}`).join('')}-]+$`, 'u'),
);

/** Cyrillic letters that look like Latin ones: a name of nothing else may imitate another. */
const lookalikes =
  /^[\u0430\u0441\u0501\u0435\u04bb\u0456\u0458\u04cf\u043e\u0440\u051b\u0455\u051d\u0445\u0443\u044a\u0475\d-]+$/u;

/** An address as people read it: its domain in its own script, unless the letters of a label could imitate another. */
export function showEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const labels = address
    .slice(at + 1)
    .split('.')
    .map((label) => {
      const shown = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label;
      const isPlain = writtenTogether.some((pattern) => pattern.test(shown)) && !lookalikes.test(shown);
      return isPlain ? shown : label;
    });
  return address.slice(0, at + 1) + labels.join('.');
}
