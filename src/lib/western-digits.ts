const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g;

/** Text with Western digits and separators in place of Arabic, Indian and full-width ones, and without direction marks. */
export function westernizeDigits(text: string): string {
  return text
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(otherDigits, (digit) => String((digit.charCodeAt(0) % 16) - (/[\u0966-\u096f]/.test(digit) ? 6 : 0)))
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',')
    .replace(/[\uff0b-\uff0f\uff1a\uff05\uff08\uff09\uff04]/g, (mark) => mark.normalize('NFKC'));
}

/** A code as typed or pasted, without the spaces that group it and what nobody sees; letters may be full-width too. */
export function cleanCode(typed: string): string {
  return westernizeDigits(typed.normalize('NFKC')).replace(/[\s\u2800\p{DI}]/gu, '');
}
