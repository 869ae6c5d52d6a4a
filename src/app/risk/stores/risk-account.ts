import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import { decideRiskAction, riskAccount } from '#shared/risk/contract.ts';

export type RiskAccount = DataOf<typeof riskAccount>;

/** How often an open account is reloaded while the platform hasn't acknowledged an action. */
const followUpMs = 1_500;
const unacknowledgedMs = 120_000;

/** The id of the account that the inspector shows or loads; a late response about another one is dropped. */
export const $openId = atom<string | null>(null);

export const $openRiskAccount = atom<RiskAccount | 'loading' | 'failed' | null>(null);

let followUp: ReturnType<typeof setTimeout> | undefined;

type Opener = Pick<HTMLElement, 'isConnected' | 'focus'>;

let lastOpener: Opener | null = null;

/** Opens the drawer, or shows another account in it. `opener` gets the focus back when the drawer closes. */
export async function showAccount(accountId: string, opener: Opener | null = lastOpener): Promise<void> {
  clearTimeout(followUp);
  $openId.set(accountId);
  lastOpener = opener;
  const shown = $openRiskAccount.get();
  if (shown === null || typeof shown === 'string' || shown.row.id !== accountId) $openRiskAccount.set('loading');
  const result = await send(riskAccount, { query: { accountId } });
  if ($openId.get() !== accountId) return;
  $openRiskAccount.set(result.ok ? result.data : 'failed');
  if (result.ok && result.data.actions.some(isUnacknowledged)) {
    clearTimeout(followUp);
    followUp = setTimeout(() => void reloadAccount(accountId), followUpMs);
  }
}

/** Loads an account again after an action, unless the drawer has moved to another one meanwhile. */
export async function reloadAccount(accountId: string): Promise<void> {
  if ($openId.get() === accountId) await showAccount(accountId);
}

function isUnacknowledged({ stage, requestedAt }: RiskAccount['actions'][number]): boolean {
  return stage === 'sent' && Date.now() - requestedAt < unacknowledgedMs;
}

export function hideAccount(): void {
  clearTimeout(followUp);
  $openId.set(null);
  $openRiskAccount.set(null);
  // The row may have left the page.
  if (lastOpener?.isConnected) lastOpener.focus();
  lastOpener = null;
}

export async function decideAction(actionId: string, decision: 'approve' | 'decline'): Promise<void> {
  const result = await sendConfirmed(decideRiskAction, { body: { actionId, decision } });
  if (!result.ok) notifyFailure(result.failure);
  const accountId = $openId.get();
  if (accountId !== null) await showAccount(accountId);
}
