/** Characters that end a part of a URL, and percent signs that don't start an escape. */
const reserved = /[/?#@[\]\s]|%(?![0-9a-f]{2})/gi;

/**
 * Escapes `/`, `#`, `?` and `@` in the password of a URL; existing escapes stay. Everything up to the last `@` before
 * the host counts as user name and password.
 */
export function escapePassword(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^:@/?#]*):(.*)@([^@]*)$/is.exec(url);
  if (!match) return url;
  const [, scheme = '', user = '', password = '', rest = ''] = match;
  // An `@` after the host, as in `db:5432/name?options=a@b`, doesn't end a password.
  if (/^\d+\/[^?]*\?/.test(password)) return url;
  return `${scheme}${user}:${password.replace(reserved, (character) => encodeURIComponent(character))}@${rest}`;
}
