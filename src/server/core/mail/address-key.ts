import { normalizeEmail } from '#lib/email-address.ts';

/** Domains under which a provider delivers to the same mailboxes, by the one that stands for them. */
const sameMailboxes: Readonly<Record<string, readonly string[]>> = {
  'gmail.com': ['googlemail.com'],
  'icloud.com': ['me.com', 'mac.com'],
  'proton.me': ['protonmail.com', 'protonmail.ch', 'pm.me'],
  'yandex.ru': ['ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.uz'],
};

const standInOf = new Map(
  Object.entries(sameMailboxes).flatMap(([standIn, domains]) => domains.map((domain) => [domain, standIn] as const)),
);

/** Characters that a provider ignores in the name before the @. */
const ignored: Readonly<Record<string, RegExp>> = { 'gmail.com': /\./g, 'proton.me': /[._-]/g };

/** Where `anything@name.fastmail.com` reaches `name@fastmail.com`. */
const subdomainHosts = ['fastmail.com', 'fastmail.fm'];

/**
 * One key for all spellings of a mailbox, so that a tag, a dot or an alias domain doesn't make another person. What
 * providers say (November 2026):
 * - Gmail ignores dots, and googlemail.com is gmail.com: support.google.com/mail/answer/7436150 and /10313.
 * - iCloud gives one mailbox icloud.com, me.com and mac.com, by its age: support.apple.com/118230.
 * - Proton ignores `.`, `_` and `-`: proton.me/support/change-username. A name belongs to one account under proton.me,
 *   protonmail.com, protonmail.ch and pm.me: proton.me/support/addresses-and-aliases.
 * - Yandex links a user name on all its domains: yandex.com/support/id/authorization/email.html. `.` and `-` are one.
 * - Fastmail has subdomain addressing: fastmail.help/hc/en-us/articles/360060591053.
 * - outlook.com, hotmail.com and live.com are different mailboxes, as are yahoo.com and ymail.com; dots count there.
 *
 * Text after a `+` is a tag with all of them (RFC 5233), and with nearly all other providers.
 */
export function addressKey(email: string): string {
  const address = normalizeEmail(email.normalize('NFKC'));
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1).replace(/\.$/, '')];
  const host = subdomainHosts.find((each) => domain.endsWith(`.${each}`));
  if (host !== undefined) return `${domain.split('.').at(-3)}@${host}`;
  const standIn = standInOf.get(domain) ?? domain;
  const plus = name.indexOf('+');
  const untagged = plus > 0 ? name.slice(0, plus) : name;
  const bare = standIn === 'yandex.ru' ? untagged.replaceAll('.', '-') : untagged.replace(ignored[standIn] ?? /$^/, '');
  return `${bare || untagged}@${standIn}`;
}
