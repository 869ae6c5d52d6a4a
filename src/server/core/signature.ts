import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from './encryption.ts';

/** What a mailed link carries: whose it is, and its signature. */
export type LinkParams = { readonly id: string; readonly key: string };

/** `open`: the link can be used. `confirmed`: it was. `dead`: it is invalid or has expired. */
export type LinkState = 'open' | 'confirmed' | 'dead';

/** What a mailed link may do without signing in; each purpose has its own key. */
export type LinkPurpose =
  | 'newsletter-confirm'
  | 'newsletter-unsubscribe'
  | 'feature-decide'
  | 'affiliate-decide'
  | 'ticket'
  | 'status-confirm'
  | 'status-unsubscribe'
  | 'order-start'
  | 'reminder-objection'
  | 'contract-cancellation'
  | 'subscription-cancellation';

type Purpose = LinkPurpose | 'feature-voter' | 'affiliate-buyer' | 'audit-heads' | 'search-again';

/** A keyed hash for links, pseudonyms and records that only we can create. */
export function signText(keys: Keys, purpose: Purpose, text: string): string {
  return createHmac('sha256', keys.derive(purpose)).update(text).digest('base64url');
}

export function isSignedText(keys: Keys, purpose: Purpose, text: string, signature: string): boolean {
  const [expected, actual] = [Buffer.from(signText(keys, purpose, text)), Buffer.from(signature)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
