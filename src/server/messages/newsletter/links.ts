import type { Deps } from '#server/core/deps.ts';
import { isSignedText, signText } from '#server/core/signature.ts';

type Subscription = { readonly id: string; readonly round: number };

export type LinkParams = { readonly id: string; readonly key: string };

const confirmText = ({ id, round }: Subscription) => `${id}\n${round}`;

/** The confirmation link in the mail. Its page requires a click, because link scanners must not confirm anything. */
export function confirmLink({ env, keys }: Deps, subscription: Subscription): string {
  const key = signText(keys, 'newsletter-confirm', confirmText(subscription));
  return `${env.origin}/api/newsletter/confirm?id=${subscription.id}&key=${key}`;
}

export function unsubscribeLink({ env, keys }: Deps, { id }: Pick<Subscription, 'id'>): string {
  return `${env.origin}/api/newsletter/unsubscribe?id=${id}&key=${signText(keys, 'newsletter-unsubscribe', id)}`;
}

export function isConfirmKey({ keys }: Deps, subscription: Subscription, key: string): boolean {
  return isSignedText(keys, 'newsletter-confirm', confirmText(subscription), key);
}

/** The link never expires, because unsubscribing must always work. */
export function isUnsubscribeKey({ keys }: Deps, { id, key }: LinkParams): boolean {
  return isSignedText(keys, 'newsletter-unsubscribe', id, key);
}
