import type { Deps } from '#server/core/deps.ts';
import { isSignedText, type LinkParams, signText } from '#server/core/signature.ts';

const purpose = 'subscription-cancellation';

/** The link that proves a statement. Its page requires a click, because link scanners must not confirm anything. */
export function cancellationLink({ env, keys }: Deps, id: string): string {
  return `${env.origin}/api/contract/cancel-confirm?id=${id}&key=${signText(keys, purpose, id)}`;
}

export function isCancellationLink({ keys }: Deps, { id, key }: LinkParams): boolean {
  return isSignedText(keys, purpose, id, key);
}
