import type { Deps } from '#server/core/deps.ts';
import { isSignedText, signText } from '#server/core/signature.ts';

/** The receipt's link to start a deferred order. Its page needs a click, because mail clients open links too. */
export function startLink({ env, keys }: Deps, orderId: string): string {
  return `${env.origin}/api/orders/start-link?id=${orderId}&key=${signText(keys, 'order-start', orderId)}`;
}

export function isStartLink({ keys }: Deps, { id, key }: { readonly id: string; readonly key: string }): boolean {
  return isSignedText(keys, 'order-start', id, key);
}
