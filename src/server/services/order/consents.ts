import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConsentRecord } from '../../db/columns.ts';

let termsVersion: string | undefined;

/** The version in the front matter of the terms, to which the consents of the checkout refer. */
function getTermsVersion(): string {
  if (termsVersion !== undefined) return termsVersion;
  const text = readFileSync(resolve('content/legal/en/terms.md'), 'utf8');
  const version = /^---\n[\s\S]*?^version: *["']?([^"'\n]+)["']? *$[\s\S]*?^---$/m.exec(text)?.[1];
  if (!version) throw new Error('content/legal/en/terms.md: the front matter has no version');
  termsVersion = version;
  return version;
}

/** What the buyer agreed to: which wording in which version, when and from which address. */
export function takeConsents(at: Date, ip: string, startNow: boolean): readonly ConsentRecord[] {
  const terms = { text: 'terms', version: getTermsVersion(), at: at.getTime(), ip };
  return startNow ? [terms, takeStartConsent(at, ip)] : [terms];
}

/** The consent to a start within the 14 days, with the acknowledgement that the right to cancel ends by it. */
export function takeStartConsent(at: Date, ip: string): ConsentRecord {
  return { text: 'start_now', version: getTermsVersion(), at: at.getTime(), ip };
}
