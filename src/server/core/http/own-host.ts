import { isIPv4 } from 'node:net';

/**
 * Says whether a Host header names this site, so that no page of another name, which its owner points here, reaches it.
 * Besides the site's own names, monitors and proxies use addresses and names without a dot, which nobody can register.
 * @param origins of the site; empty for every name, as on a developer's machine
 */
export function createHostCheck(origins: readonly string[]): (host: string) => boolean {
  const own = new Set(origins.map((origin) => new URL(origin).hostname));
  return (host) => {
    if (own.size === 0) return true;
    const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
    return own.has(name) || !name.includes('.') || isIPv4(name);
  };
}
