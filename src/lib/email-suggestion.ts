/** The most common email providers, including those whose names are similar to another's. */
const providers = [
  ...['gmail.com', 'googlemail.com', 'yahoo.com', 'yahoo.fr', 'yahoo.co.uk', 'ymail.com', 'rocketmail.com'],
  ...['hotmail.com', 'hotmail.fr', 'hotmail.co.uk', 'outlook.com', 'outlook.fr', 'outlook.pt', 'live.com', 'live.fr'],
  ...['live.com.pt', 'msn.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'proton.me', 'protonmail.com', 'pm.me'],
  ...['gmx.com', 'gmx.de', 'gmx.net', 'gmx.fr', 'gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'mail.com', 'email.com'],
  ...['orange.fr', 'wanadoo.fr', 'free.fr', 'sfr.fr', 'laposte.net', 'bbox.fr', 'sapo.pt', 'iol.pt', 'netcabo.pt'],
  ...[
    'mail.ru',
    'yandex.ru',
    'yandex.com',
    'zoho.com',
    'fastmail.com',
    'hey.com',
    'comcast.net',
    'att.net',
    'tutanota.com',
  ],
] as const;

const known: ReadonlySet<string> = new Set(providers);

/** Endings that don't exist and are one typo away from `.com`. */
const brokenEnding = /\.(?:con|cmo|ocm|comm|vom|xom|clm|c0m|coom|cpm|coml)$/;

/** Whether two texts differ by one wrong, missing, extra or swapped character. */
function isOneTypoApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const [restShort, restLong] = [short.slice(start), long.slice(start)];
  if (short.length < long.length) return restShort === restLong.slice(1);
  const isReplaced = restShort.slice(1) === restLong.slice(1);
  const isSwapped =
    restShort[0] === restLong[1] && restShort[1] === restLong[0] && restShort.slice(2) === restLong.slice(2);
  return isReplaced || isSwapped;
}

/**
 * Suggests the intended address if a provider's name looks mistyped: `ada@gmial.com` → `ada@gmail.com`. Undefined if
 * nothing looks wrong. It is only a suggestion, because the typed address may exist.
 */
export function suggestEmail(typed: string): string | undefined {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domain === '' || known.has(domain)) return undefined;
  const repaired = domain.replace(brokenEnding, '.com');
  const similar = known.has(repaired)
    ? repaired
    : providers.find((each) => each.length > 6 && isOneTypoApart(each, repaired));
  const suggested = similar ?? (repaired === domain ? undefined : repaired);
  return suggested === undefined ? undefined : `${address.slice(0, at)}@${suggested}`;
}
