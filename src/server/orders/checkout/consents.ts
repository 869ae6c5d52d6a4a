import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { splitFrontMatter } from '#content/split-front-matter.ts';
import type { ConsentRecord } from '#server/core/database/columns.ts';

let termsVersion: string | undefined;

/** The version in the terms' front matter, which consents refer to. */
function getTermsVersion(): string {
  if (termsVersion !== undefined) return termsVersion;
  const text = readFileSync(resolve('content/legal/en/terms.md'), 'utf8');
  const version = /^version: "?([\w.-]+)"?$/m.exec(splitFrontMatter(text)?.head ?? '')?.[1];
  if (!version) throw new Error('content/legal/en/terms.md: the front matter has no version');
  termsVersion = version;
  return version;
}

/** Records of the buyer's consents: text, version, time and IP address. */
export function recordConsents(at: Date, ip: string, startNow: boolean): readonly ConsentRecord[] {
  const terms = { text: 'terms', version: getTermsVersion(), at: at.getTime(), ip };
  return startNow ? [terms, recordStartConsent(at, ip)] : [terms];
}

/** Consent to a start within the cancellation period, which acknowledges the effect on the right to cancel. */
export function recordStartConsent(at: Date, ip: string): ConsentRecord {
  return { text: 'start_now', version: getTermsVersion(), at: at.getTime(), ip };
}
