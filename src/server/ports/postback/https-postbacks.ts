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
  /** An address may be connected to. */
  readonly isAllowed?: (address: string) => boolean;
  /** Trusted besides the usual authorities. */
  readonly ca?: string;
};

/**
 * Over HTTPS to public addresses only. The address that is checked is the one that is connected to, so that a name which
 * resolves differently a moment later (DNS rebinding) reaches nothing inside.
 */
export function createHttpsPostbacks({
  resolve = (hostname) => lookupAll(hostname, { all: true }),
  isAllowed = isPublicAddress,
  ca,
}: Settings = {}): Postbacks {
  async function resolveAllowed(hostname: string): Promise<readonly LookupAddress[]> {
    const name = hostname.replace(/^\[|\]$/g, '');
    const family = isIP(name);
    const addresses = family === 0 ? await resolve(name) : [{ address: name, family }];
    // One private address among public ones is a trap as well.
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

    async post({ url, headers, body }) {
      const { hostname, protocol } = new URL(url);
      if (protocol !== 'https:') return failed('blocked');
      try {
        const addresses = await withTimeout(resolveAllowed(hostname));
        return await send({ url, headers, body }, addresses);
      } catch (error) {
        return failed(failureOf(error));
      }
    },
  };

  function send(given: PostbackRequest, addresses: readonly LookupAddress[]): Promise<PostbackAnswer> {
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
      method: 'POST',
      headers: { ...given.headers, 'Content-Length': Buffer.byteLength(given.body) },
      lookup: pinned as NonNullable<RequestOptions['lookup']>,
      // A connection of its own, so that no other request's address is reused.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(ca === undefined ? {} : { ca }),
    };
    return new Promise((settle, reject) => {
      const request = httpsRequest(given.url, options, (response) => {
        // What the other side answers is nobody's business here, and may be endless.
        response.destroy();
        settle({ statusCode: response.statusCode ?? 0, failure: null });
      });
      request.on('error', reject);
      request.end(given.body);
    });
  }
}

function failed(failure: PostbackFailure): PostbackAnswer {
  return { statusCode: null, failure };
}

async function withTimeout<Result>(promise: Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, ended]);
}

function failureOf(error: unknown): PostbackFailure {
  if (error instanceof BlockedAddressError) return 'blocked';
  if (!(error instanceof Error)) return 'unreachable';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  return /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|EPROTO/.test(code) ? 'tls' : 'unreachable';
}
