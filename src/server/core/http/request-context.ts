import { negotiateLocale } from '#i18n/locales.ts';
import { newId, type RequestContext } from '../deps.ts';
import type { AppContext } from './context.ts';
import { readDeviceHash } from './device-cookie.ts';
import { limitKey } from './limits.ts';

const maxUserAgentLength = 300;

/** Behind our own proxy only the last entry is trustworthy; the others are the client's claim. */
function readAddress(c: AppContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded || c.env?.incoming?.socket.remoteAddress || '127.0.0.1';
  // Dual-stack sockets report IPv4 addresses as IPv6-mapped ones.
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

export function readRequestContext(
  c: AppContext,
  { trustProxy, origin }: { readonly trustProxy: boolean; readonly origin: string },
): RequestContext {
  const ip = readAddress(c, trustProxy).slice(0, 64);
  return {
    ip,
    network: limitKey(ip),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, maxUserAgentLength),
    locale: negotiateLocale(c.req.header('accept-language')),
    requestId: newId(),
    deviceHash: readDeviceHash(c, origin.startsWith('https:')),
  };
}
