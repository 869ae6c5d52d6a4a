import type { LookupAddress, lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { PostbackAnswer, PostbackFailure, PostbackRequest, Postbacks } from './postback.ts';
import { isPublicAddress } from './public-address.ts';

const timeoutMs = 5_000;

class BlockedAddressError extends Error {}

type Settings = {
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** Whether an address may be connected to. */
  readonly isAllowed?: (address: string) => boolean;
  /** Where tests listen instead of port 443. */
  readonly port?: number;
  /** Trusted in addition to the usual authorities. */
  readonly ca?: string;
};

/**
 * Sends over HTTPS, on its own port, to public addresses only. It connects to exactly the address it checked, so that a name that
 * resolves differently a moment later (DNS rebinding) can't reach internal hosts.
 */
export function createHttpsPostbacks({
  resolve = (hostname) => lookupAll(hostname, { all: true }),
  isAllowed = isPublicAddress,
  ca,
  port = 443,
}: Settings = {}): Postbacks {
  async function resolveAllowed(hostname: string): Promise<readonly LookupAddress[]> {
    const name = hostname.replace(/^\[|\]$/g, '');
    const family = isIP(name);
    const addresses = family === 0 ? await resolve(name) : [{ address: name, family }];
    // A single private address among public ones is also an attack.
    if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
      throw new BlockedAddressError(`${hostname} is not on the public network`);
    }
    return addresses;
  }

  return {
    async isPublicHost(hostname) {
      try {
        return (await resolveAllowed(hostname)).length > 0;
      } catch {
        return false;
      }
    },

    async send(postback) {
      const { hostname, protocol, port: written } = new URL(postback.url);
      if (protocol !== 'https:' || written !== '') return failedAnswer('blocked');
      try {
        const addresses = await withTimeout(resolveAllowed(hostname));
        return await send(postback, addresses);
      } catch (error) {
        return failedAnswer(toFailure(error));
      }
    },
  };

  function send(postback: PostbackRequest, addresses: readonly LookupAddress[]): Promise<PostbackAnswer> {
    const pinned: typeof lookup = ((
      _name: string,
      options: { all?: boolean },
      callback: (...args: unknown[]) => void,
    ) => {
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address, first?.family);
    }) as never;
    const options: RequestOptions = {
      method: postback.method,
      port,
      headers: { ...postback.headers, 'Content-Length': Buffer.byteLength(postback.body) },
      lookup: pinned as NonNullable<RequestOptions['lookup']>,
      // A separate connection, so that no other request's address is reused.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(ca === undefined ? {} : { ca }),
    };
    return new Promise((resolveAnswer, reject) => {
      const request = httpsRequest(postback.url, options, (response) => {
        // The response body is irrelevant here and may be endless.
        response.destroy();
        resolveAnswer({ statusCode: response.statusCode ?? 0, failure: null });
      });
      request.on('error', reject);
      request.end(postback.body);
    });
  }
}

function failedAnswer(failure: PostbackFailure): PostbackAnswer {
  return { statusCode: null, failure };
}

async function withTimeout<Result>(promise: Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, timedOut]);
}

function toFailure(error: unknown): PostbackFailure {
  if (error instanceof BlockedAddressError) return 'blocked';
  if (!(error instanceof Error)) return 'unreachable';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  return /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|EPROTO/.test(code) ? 'tls' : 'unreachable';
}
