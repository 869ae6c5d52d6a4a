import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type IdentitySettings, readIdentity } from './env-identity-check.ts';
import { readMonitoring } from './env-monitoring.ts';
import { EnvError, read, readChoice, readFlag, readPair, readUrl, type Source } from './env-read.ts';
import { checkSecrets } from './env-secrets.ts';
import { readBridge, readOrigin, readStripe, readVat } from './env-services.ts';

type CaptchaSettings =
  | { readonly provider: 'altcha'; readonly cost: number | undefined }
  | { readonly provider: 'recaptcha' | 'hcaptcha' | 'turnstile'; readonly siteKey: string; readonly secret: string };

/** The validated environment variables. `undefined` selects a port's built-in implementation. */
export type Env = Readonly<ReturnType<typeof parseEnv>>;

function readPort(source: Source): number {
  const text = read(source, 'PORT') ?? '8000';
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new EnvError(`PORT must be a number from 1 to 65535, not "${text}".`);
  }
  return port;
}

function readCaptchaCost(source: Source): number | undefined {
  const text = read(source, 'CAPTCHA_COST');
  if (text === undefined) return undefined;
  const cost = Number(text);
  if (!/^\d{1,6}$/.test(text) || cost < 1 || cost > 100_000) {
    throw new EnvError(`CAPTCHA_COST must be a number from 1 to 100000, not "${text}".`);
  }
  return cost;
}

function readCaptcha(source: Source): CaptchaSettings {
  const choices = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile'] as const;
  const provider = readChoice(source, 'CAPTCHA_PROVIDER', choices) ?? 'altcha';
  const pair = readPair(source, 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET');
  const cost = readCaptchaCost(source);
  if (provider === 'altcha') {
    if (pair) throw new EnvError('CAPTCHA_SITE_KEY is set but CAPTCHA_PROVIDER is altcha, which has no site key.');
    return { provider, cost };
  }
  if (cost !== undefined)
    throw new EnvError(`CAPTCHA_COST is set but CAPTCHA_PROVIDER is ${provider}, which has none.`);
  if (!pair) throw new EnvError(`CAPTCHA_PROVIDER is ${provider}: set CAPTCHA_SITE_KEY and CAPTCHA_SECRET too.`);
  return { provider, siteKey: pair[0], secret: pair[1] };
}

/** Variables of a real deployment: any of them turns the demo off by default. */
const deploymentVariables = [
  'DATABASE_URL',
  'PUBLIC_ENVIRONMENT',
  'STRIPE_SECRET_KEY',
  'SMTP_URL',
  'CAPTCHA_PROVIDER',
  'IDENTITY_PROVIDER',
  'PLATFORM_BRIDGE_URL',
];

function readDemo(source: Source, production: boolean): boolean {
  const demoFlag = readFlag(source, 'DEMO');
  if (production && demoFlag)
    throw new EnvError('DEMO is on but NODE_ENV is production: turn DEMO off, demo users must not exist there.');
  return demoFlag ?? (!production && deploymentVariables.every((name) => read(source, name) === undefined));
}

function readIdentitySettings(source: Source): IdentitySettings {
  const settings = readIdentity((name) => read(source, name));
  if (typeof settings === 'string') throw new EnvError(settings);
  return settings;
}

function readAuditHeadsFile(source: Source): string | undefined {
  const path = read(source, 'AUDIT_HEADS_FILE');
  if (path !== undefined && !existsSync(dirname(path)))
    throw new EnvError(`AUDIT_HEADS_FILE: there is no folder ${dirname(path)}.`);
  return path;
}

function readSanctionsPath(source: Source): string | undefined {
  const path = read(source, 'SANCTIONS_LIST');
  if (path !== undefined && !existsSync(path)) throw new EnvError(`SANCTIONS_LIST: there is no file ${path}.`);
  return path;
}

/** The constant prefix of a PKCS #8 file with an Ed25519 key (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Creates an Ed25519 private key from its 32 secret bytes. */
export function createEd25519Key(secret: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: 'der', type: 'pkcs8' });
}

function readSigningKey(source: Source): KeyObject | undefined {
  const text = read(source, 'CERTIFICATE_SIGNING_KEY');
  if (text === undefined) return undefined;
  const secret = Buffer.from(text, 'base64');
  if (secret.length !== 32) {
    throw new EnvError(
      'CERTIFICATE_SIGNING_KEY must be 32 random bytes in base64, as `openssl rand -base64 32` writes.',
    );
  }
  return createEd25519Key(secret);
}

function readVapidKey(source: Source): Buffer | undefined {
  const text = read(source, 'VAPID_PRIVATE_KEY');
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64url');
  const isKey = key.length === 32 && key.some((byte) => byte !== 0);
  if (!isKey)
    throw new EnvError('VAPID_PRIVATE_KEY must be 32 random bytes in base64, as `openssl rand -base64 32` writes.');
  return key;
}

/** `address` or `Name <address>`, as in a mail header. */
const sender = /^(?:[^<>@\r\n]+<[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;.]+>|[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;.]+)$/;

function readSmtp(source: Source) {
  const pair = readPair(source, 'SMTP_URL', 'MAIL_FROM');
  const url = readUrl(source, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (!pair || !url) return undefined;
  if (!sender.test(pair[1])) {
    throw new EnvError('MAIL_FROM must be an address, or a name and an address: Tidemark <hello@tidemark.example>.');
  }
  return { url, from: pair[1] };
}

/** @throws {EnvError} with a one-line message that names the variable */
export function parseEnv(source: Source) {
  const production = read(source, 'NODE_ENV') === 'production';
  const port = readPort(source);
  const databaseUrl = readUrl(source, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const allowEmbedded = readFlag(source, 'ALLOW_EMBEDDED_DATABASE') ?? false;
  if (production && !databaseUrl && !allowEmbedded) {
    throw new EnvError(
      'DATABASE_URL is not set: set it, or set ALLOW_EMBEDDED_DATABASE=1 to use the embedded database in production.',
    );
  }
  const stripe = readStripe(source, production);
  const smtp = readSmtp(source);
  const bridge = readBridge(source, 'PLATFORM_BRIDGE_URL', 'PLATFORM_BRIDGE_SECRET');
  const simulatedPlatform = !bridge && (!production || (readFlag(source, 'ALLOW_SIMULATED_PLATFORM') ?? false));
  if (stripe && !bridge && !simulatedPlatform) {
    throw new EnvError(
      'STRIPE_SECRET_KEY is set but PLATFORM_BRIDGE_URL is not: set it, or set ALLOW_SIMULATED_PLATFORM=1 to sell simulated accounts in production.',
    );
  }
  const origin = readOrigin(source, production, port);
  checkSecrets(source, production);
  return {
    port,
    /** The public origin without a trailing slash, for links in mails and returns from payments. */
    origin,
    dataDir: resolve(read(source, 'DATA_DIR') ?? '.data'),
    databaseUrl,
    production,
    demo: readDemo(source, production),
    publicEnvironment: readChoice(source, 'PUBLIC_ENVIRONMENT', ['dev', 'network', 'test', 'live']),
    stripe,
    vat: readVat(source, production),
    smtp,
    captcha: readCaptcha(source),
    identity: readIdentitySettings(source),
    /** Where the newest heads of the audit log are noted, on a disk that the database's machines can't write. */
    auditHeadsFile: readAuditHeadsFile(source),
    sanctionsList: readSanctionsPath(source),
    /** The program that pays payouts in seconds. */
    payoutRail: readBridge(source, 'PAYOUT_RAIL_URL', 'PAYOUT_RAIL_SECRET'),
    bridge,
    simulatedPlatform,
    /** Whether this copy runs jobs, matches orders and copies trades, besides answering requests. */
    runsJobs: readFlag(source, 'RUN_JOBS') ?? true,
    /** Whether our own proxy sets X-Forwarded-For and X-Forwarded-Proto. */
    trustProxy: readFlag(source, 'TRUST_PROXY') ?? false,
    /** The root key if several servers run; if unset, a key is generated and stored. */
    appSecret: read(source, 'APP_SECRET'),
    /** The Ed25519 key that signs certificates; if unset, one is generated and stored encrypted. */
    certificateSigningKey: readSigningKey(source),
    /** The P-256 key that identifies us to push services (VAPID); if unset, derived from the root key. */
    vapidPrivateKey: readVapidKey(source),
    monitoring: readMonitoring(source),
    logLevel: readChoice(source, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']) ?? 'info',
  };
}
