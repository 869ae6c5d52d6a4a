import { EnvError, readPair, readUrl, type Source } from './env-read.ts';

export type StripeSettings = { readonly secretKey: string; readonly webhookSecret: string };

export type BridgeSettings = { readonly url: string; readonly secret: string };

/** Test keys move no money, and a live key must not run beside demo users and a mailbox page. */
export function readStripe(source: Source, production: boolean): StripeSettings | undefined {
  const pair = readPair(source, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  if (!pair) return undefined;
  const [secretKey, webhookSecret] = pair;
  const [, mode] = /^[sr]k_(test|live)_\w{8,250}$/.exec(secretKey) ?? [];
  if (mode === undefined)
    throw new EnvError('STRIPE_SECRET_KEY must be a secret or restricted key: sk_live_… or rk_live_….');
  if (!/^whsec_[\w+/=]{8,250}$/.test(webhookSecret))
    throw new EnvError('STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook: whsec_….');
  if (mode === 'live' && !production)
    throw new EnvError('STRIPE_SECRET_KEY is not a test key but NODE_ENV is not production: set NODE_ENV=production.');
  if (mode === 'test' && production)
    throw new EnvError('STRIPE_SECRET_KEY is a test key but NODE_ENV is production: no payment would move money.');
  return { secretKey, webhookSecret };
}

export function readBridge(source: Source): BridgeSettings | undefined {
  const pair = readPair(source, 'PLATFORM_BRIDGE_URL', 'PLATFORM_BRIDGE_SECRET');
  const url = readUrl(source, 'PLATFORM_BRIDGE_URL', ['http:', 'https:']);
  if (!pair || url === undefined) return undefined;
  return { url: pair[0], secret: pair[1] };
}

/** Passwords and tokens must never cross the network in the clear. */
export function readOrigin(source: Source, production: boolean, port: number): string {
  const configured = readUrl(source, 'ORIGIN', ['http:', 'https:']);
  if (production && !configured)
    throw new EnvError('ORIGIN is not set: links in mails and returns from payments need the public address.');
  if (production && !configured?.startsWith('https:'))
    throw new EnvError('ORIGIN must start with https:// in production: the proxy holds the certificate.');
  return new URL(configured ?? `http://localhost:${port}`).origin;
}
