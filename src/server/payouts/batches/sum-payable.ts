import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import { formatsOf, maxBatchPayments } from '#shared/payouts/batch.ts';
import type { fetchPayable as call } from '#shared/payouts/contract-office-batches.ts';
import { payoutMethods } from '#shared/payouts/payees/destination.ts';
import { listPayable } from './payable.ts';

/** What a batch created now would contain, by method; methods with nothing to pay are left out. */
export async function sumPayable(deps: Deps): Promise<DataOf<typeof call>> {
  const methods = await Promise.all(
    payoutMethods.map(async (method) => {
      const payable = await listPayable(deps, deps.db, method, maxBatchPayments);
      const totalCents = payable.reduce((sum, { netCents }) => sum + netCents, 0);
      return { method, payments: payable.length, totalCents, formats: [...formatsOf(method)] };
    }),
  );
  return { methods: methods.filter(({ payments }) => payments > 0) };
}
