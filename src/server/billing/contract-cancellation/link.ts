import type { Deps } from '#server/core/deps.ts';
import { isSignedText, type LinkParams, signText } from '#server/core/signature.ts';

/** The link that proves a declaration. Its page requires a click, because link scanners must not confirm anything. */
export function confirmationLink({ env, keys }: Deps, cancellationId: string): string {
  const key = signText(keys, 'contract-cancellation', cancellationId);
  return `${env.origin}/api/contract/withdraw-confirm?id=${cancellationId}&key=${key}`;
}

export function isConfirmationLink({ keys }: Deps, { id, key }: LinkParams): boolean {
  return isSignedText(keys, 'contract-cancellation', id, key);
}
