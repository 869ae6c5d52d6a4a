/** Characters that end a part of a URL, and signs of an escape that are none. */
const reserved = /[/?#@[\]\s]|%(?![0-9a-f]{2})/gi;

/**
 * A URL with a password as somebody pasted it: `/`, `#`, `?` and `@` in it are escaped, what is escaped already stays.
 * Everything up to the last `@` before the host is taken for the name and the password.
 */
export function escapePassword(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^:@/?#]*):(.*)@([^@]*)$/is.exec(url);
  if (!match) return url;
  const [, scheme = '', user = '', password = '', rest = ''] = match;
  // An `@` after the host, as in `db:5432/name?options=a@b`, ends no password.
  if (/^\d+\/[^?]*\?/.test(password)) return url;
  return `${scheme}${user}:${password.replace(reserved, (character) => encodeURIComponent(character))}@${rest}`;
}
