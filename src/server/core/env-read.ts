/** An invalid variable; the message is one line for the operator. */
export class EnvError extends Error {}

export type Source = Readonly<Record<string, string | undefined>>;

export function read(source: Source, name: string): string | undefined {
  const value = source[name]?.trim();
  return value ? value : undefined;
}

export function readFlag(source: Source, name: string): boolean | undefined {
  const text = read(source, name)?.toLowerCase();
  if (text === undefined) return undefined;
  if (['1', 'true', 'on', 'yes'].includes(text)) return true;
  if (['0', 'false', 'off', 'no'].includes(text)) return false;
  throw new EnvError(`${name} must be 1 or 0, not "${text}".`);
}

export function readChoice<const Choice extends string>(source: Source, name: string, choices: readonly Choice[]) {
  const text = read(source, name);
  if (text === undefined) return undefined;
  const found = choices.find((choice) => choice === text);
  if (!found) throw new EnvError(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return found;
}

/** The error never repeats the value, which may contain a password. */
export function readUrl(source: Source, name: string, protocols: readonly string[]): string | undefined {
  const value = read(source, name);
  if (value === undefined) return undefined;
  const text = escapePassword(value);
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new EnvError(`${name} must be a URL that starts with ${protocols.map((each) => `${each}//`).join(' or ')}.`);
  }
  return text;
}

export function readPair(source: Source, first: string, second: string): readonly [string, string] | undefined {
  const left = read(source, first);
  const right = read(source, second);
  if (left !== undefined && right !== undefined) return [left, right];
  if (left === undefined && right === undefined) return undefined;
  const [present, missing] = left === undefined ? [second, first] : [first, second];
  throw new EnvError(`${present} is set but ${missing} is not: set both or neither.`);
}

/** Characters that end a part of a URL, and percent signs that don't start an escape. */
const reserved = /[/?#@[\]\s]|%(?![0-9a-f]{2})/gi;

/**
 * Escapes `/`, `#`, `?` and `@` in the password of a URL; existing escapes stay. Everything up to the last `@` before
 * the host counts as user name and password.
 */
function escapePassword(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^:@/?#]*):(.*)@([^@]*)$/is.exec(url);
  if (!match) return url;
  const [, scheme = '', user = '', password = '', rest = ''] = match;
  // An `@` after the host, as in `db:5432/name?options=a@b`, doesn't end a password.
  if (/^\d+\/[^?]*\?/.test(password)) return url;
  return `${scheme}${user}:${password.replace(reserved, (character) => encodeURIComponent(character))}@${rest}`;
}
