import { EnvError, read, type Source } from './env-read.ts';

/** Secrets that the operator chooses: a person who guesses one can read, sign or forge. */
const own = ['APP_SECRET', 'PLATFORM_BRIDGE_SECRET', 'METRICS_TOKEN', 'ALERT_WEBHOOK_SECRET'];
const minOwnLength = 32;

/** Secrets of providers; a shorter one is a placeholder or a part of the real one. */
const providers = [
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'CAPTCHA_SECRET', 'VERIFF_API_KEY', 'VERIFF_SHARED_SECRET'],
  ...['SUMSUB_APP_TOKEN', 'SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRET'],
];
/** Of a database that others in the network can reach. */
const withPasswords = ['DATABASE_URL', 'SMTP_URL'];
const minLength = 16;

/** The length of the password in a URL; undefined without one. */
function passwordLength(url: string | undefined): number | undefined {
  return /^[^:]+:\/\/[^:@/?#]*:(.+)@/.exec(url ?? '')?.[1]?.length;
}

/** @throws {EnvError} that names a secret that is too short, and never repeats it */
export function checkSecrets(source: Source, production: boolean): void {
  const length = (name: string) => read(source, name)?.length;
  const short = own.find((name) => (length(name) ?? minOwnLength) < minOwnLength);
  if (short) throw new EnvError(`${short} must have at least ${minOwnLength} characters.`);
  if (!production) return;
  const placeholder = providers.find((name) => (length(name) ?? minLength) < minLength);
  if (placeholder) throw new EnvError(`${placeholder} must have at least ${minLength} characters in production.`);
  const open = withPasswords.find((name) => (passwordLength(read(source, name)) ?? minLength) < minLength);
  if (open) throw new EnvError(`The password in ${open} must have at least ${minLength} characters in production.`);
}
