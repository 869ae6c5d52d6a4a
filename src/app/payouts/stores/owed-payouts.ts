import { atom, map } from 'nanostores';
import * as z from 'zod/mini';
import type { Failure } from '#app/http/failure.ts';
import { currentLocale } from '#app/shell/stores/navigation.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { pathTo } from '#routes.ts';
import { resendPayout } from '#shared/payouts/contract.ts';
import { fetchPayee, payeeRequirement } from '#shared/payouts/contract-payees.ts';
import { sendForPayouts } from './access.ts';
import { openPayoutPath } from './location.ts';
import { $payout, $payoutAccounts, type Destination, type Requirement } from './payouts.ts';

const missingRequirements = z.object({ requirements: z.array(payeeRequirement) });

export function createOwedPayouts() {
  const $destinations = atom<readonly Destination[]>([]);
  const $form = map({ destinationId: '' });
  const $requirements = atom<readonly Requirement[]>([]);
  /** The payout being sent, so that its button doesn't send twice. */
  const $sendingId = atom<string | null>(null);
  /** Sending the same money to the same destination again reuses its key. */
  const keys = new Map<string, string>();

  async function load(): Promise<void> {
    const payee = await sendForPayouts(fetchPayee, {});
    if (!payee.ok) return notifyFailure(payee.failure);
    const { destinations } = payee.data;
    $destinations.set(destinations);
    const usable = destinations.find(({ usableAt }) => usableAt <= Date.now()) ?? destinations[0];
    if ($form.get().destinationId === '' && usable) $form.setKey('destinationId', usable.id);
  }

  async function setDestination(destinationId: string): Promise<void> {
    $form.setKey('destinationId', destinationId);
    $requirements.set([]);
  }

  async function send(payoutId: string): Promise<void> {
    const { destinationId } = $form.get();
    if ($sendingId.get() !== null || destinationId === '') return;
    $sendingId.set(payoutId);
    const form = `${payoutId} ${destinationId}`;
    const idempotencyKey = keys.get(form) ?? crypto.randomUUID();
    keys.set(form, idempotencyKey);
    const result = await sendForPayouts(resendPayout, { body: { payoutId, destinationId }, idempotencyKey });
    $sendingId.set(null);
    if (result.ok) {
      $payout.show(result.data.payout, result.data.payout.id);
      openPayoutPath(`${pathTo('payoutSubmitted', {}, currentLocale())}?payout=${result.data.payout.id}`);
      return;
    }
    $requirements.set(requirementsOf(result.failure));
    notifyFailure(result.failure);
    await $payoutAccounts.load();
  }

  return { $destinations, $form, $requirements, $sendingId, load, setDestination, send };
}

/** What the person still has to do, if that is why the call failed. */
function requirementsOf(failure: Failure): readonly Requirement[] {
  const missing = failure.kind === 'status' ? missingRequirements.safeParse(failure.data) : undefined;
  return missing?.data?.requirements ?? [];
}

export type OwedPayouts = ReturnType<typeof createOwedPayouts>;
