import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { answerConduct } from '#shared/risk/contract-conduct.ts';
import { type AccountDetails, loadDetails } from './details.ts';

export type ConductCase = AccountDetails['conduct'][number];

export const $conductAnswer = atom<'idle' | 'sending'>('idle');

/** Returns true if the answer is stored. Reloads the account's details either way. */
export async function sendConductAnswer(accountId: string, caseId: string, answer: string): Promise<boolean> {
  if ($conductAnswer.get() === 'sending') return false;
  $conductAnswer.set('sending');
  const result = await send(answerConduct, { body: { caseId, answer } });
  $conductAnswer.set('idle');
  if (!result.ok) notifyFailure(result.failure);
  await loadDetails(accountId);
  return result.ok;
}
