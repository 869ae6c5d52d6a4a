/**
 * What browsers accept in an email field (the HTML standard's pattern), with a domain of at least two labels. Longest: 64
 * characters before the @, 254 in all.
 */
export const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}(?:xn--[a-z0-9-]{1,59}|[a-z]{2,63})$/;

/**
 * The one spelling under which an address is stored, compared and written to: lower case, and a domain in other scripts
 * as Punycode, as the mail system requires. What can't be an address is returned as typed, trimmed.
 */
export function normalizeEmail(typed: string): string {
  const text = typed
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replace(/\uff20/g, '@');
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  if (at < 1 || /^[ -~]*$/.test(domain)) return text;
  // The URL parser knows the rules for domains, but also takes ports, escapes and numbers.
  if (!/^[\p{L}\p{M}\p{N}\p{So}.\u3002\uff0e\uff61\u200c-\u200d-]+$/u.test(domain)) return text;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${text.slice(0, at)}@${new URL(url).hostname}` : text;
}
