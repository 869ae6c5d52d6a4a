import type { fetchPayable as call } from '../../../contract/admin-payout-batches.ts';
import type { DataOf } from '../../../contract/call.ts';
import { payoutMethods } from '../../../domain/payee/destination.ts';
import { formatsOf, maxBatchPayments } from '../../../domain/payout/batch.ts';
import type { Deps } from '../../deps.ts';
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
