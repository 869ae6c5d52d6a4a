import { normalizeEmail } from '#lib/email-address.ts';
import { mailProviders, yahooDomain } from './mail-providers.ts';

const providerOf = new Map(
  mailProviders.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);

/**
 * One key for all spellings of a mailbox, so that a tag, a dot or an alias domain doesn't make another person.
 * outlook.com, hotmail.com and live.com are different mailboxes, as are yahoo.com and ymail.com; dots count there. Text
 * after a `+` is a tag with nearly all providers (RFC 5233).
 */
export function addressKey(email: string): string {
  const address = normalizeEmail(email.normalize('NFKC'));
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1).replace(/\.$/, '')];
  const own = findSubdomain(domain);
  if (own?.provider.subdomains === 'own') return `any@${own.label}.${own.provider.domains[0]}`;
  const { domains: [standIn = domain] = [], fold = (spelled: string) => spelled } =
    own?.provider ?? providerOf.get(domain) ?? {};
  const untagged = own?.label ?? untag(name, yahooDomain.test(domain) ? /[+-]/ : /\+/);
  return `${fold(untagged) || untagged}@${standIn}`;
}

/** The provider of whose domain this is one below, and its name there. */
function findSubdomain(domain: string) {
  const labels = domain.split('.');
  const start = labels.findIndex((_, index) => providerOf.has(labels.slice(index).join('.')));
  const provider = providerOf.get(labels.slice(start).join('.'));
  return start > 0 && provider?.subdomains ? { provider, label: labels[start - 1] ?? '' } : undefined;
}

function untag(name: string, separator: RegExp): string {
  const start = name.search(separator);
  return start > 0 ? name.slice(0, start) : name;
}
