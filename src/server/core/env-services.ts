import { EnvError, read, readPair, readUrl, type Source } from './env-read.ts';

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

/** The registers of VAT numbers; without requester numbers they confirm, but give no proof of it. */
export type VatSettings = {
  readonly viesUrl: string;
  /** With its prefix, such as `IE6433435F`. */
  readonly viesRequester: string | undefined;
  readonly hmrcUrl: string;
  /** Id and secret of HMRC's application; without them, no British number is confirmed. */
  readonly hmrc: readonly [string, string] | undefined;
  /** 9 or 12 digits. */
  readonly hmrcRequester: string | undefined;
};

/** Undefined selects the vendors' test numbers, never in production. */
export function readVat(source: Source, production: boolean): VatSettings | undefined {
  const hmrc = readPair(source, 'HMRC_CLIENT_ID', 'HMRC_CLIENT_SECRET');
  const viesUrl = readUrl(source, 'VIES_URL', ['https:', 'http:']);
  const hmrcUrl = readUrl(source, 'HMRC_URL', ['https:', 'http:']);
  const viesRequester = readNumber(source, 'VIES_REQUESTER', /^[A-Z]{2}[0-9A-Z+*.]{2,12}$/, 'such as IE6433435F');
  const hmrcRequester = readNumber(source, 'HMRC_REQUESTER', /^(\d{9}|\d{12})$/, 'such as 123456789');
  if (!production && ![hmrc, viesUrl, hmrcUrl, viesRequester, hmrcRequester].some((value) => value !== undefined))
    return undefined;
  return {
    viesUrl: viesUrl ?? 'https://ec.europa.eu/taxation_customs/vies/rest-api',
    hmrcUrl: hmrcUrl ?? 'https://api.service.hmrc.gov.uk',
    ...{ viesRequester, hmrc, hmrcRequester },
  };
}

function readNumber(source: Source, name: string, pattern: RegExp, example: string): string | undefined {
  const text = read(source, name);
  if (text !== undefined && !pattern.test(text)) throw new EnvError(`${name} must be our VAT number, ${example}.`);
  return text;
}

/** A program of the firm's and the secret that signs the messages between us. */
export function readBridge(source: Source, urlName: string, secretName: string): BridgeSettings | undefined {
  const pair = readPair(source, urlName, secretName);
  const url = readUrl(source, urlName, ['http:', 'https:']);
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
