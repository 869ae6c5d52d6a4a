import { isObject, type Rest } from './rest.ts';
import type { TradovateSettings } from './settings.ts';

type Transfer = { readonly vendorId: number; readonly amountCents: number; readonly requestId: string };

/** The vendor takes less than this at once. */
const maxCents = 9_999_999;

/**
 * Moves money between an account and the firm. The vendor knows no request key: the request's id is the comment, and the
 * account's log is searched for it first, so that an answer that was lost doesn't move the money twice.
 */
export async function transferMoney(
  rest: Rest,
  { currencyId }: Pick<TradovateSettings, 'currencyId'>,
  { vendorId, amountCents, requestId }: Transfer,
): Promise<{ readonly transferredAt: number }> {
  if (Math.abs(amountCents) > maxCents) throw new Error(`${amountCents} cents are more than the vendor moves at once`);
  const comment = requestId.slice(0, 64);
  const before = await findTransfer(rest, vendorId, comment);
  if (before !== undefined) return { transferredAt: before };
  const change = {
    cashChange: amountCents / 100,
    cashChangeType: amountCents < 0 ? 'ChallengePayout' : 'ManualAdjustment',
  };
  await rest.post('/fundTransaction/adjustcash', { accountId: vendorId, ...change, currencyId, comment });
  const transferredAt = await findTransfer(rest, vendorId, comment);
  if (transferredAt === undefined) throw new Error('the vendor’s log doesn’t show the transfer yet');
  return { transferredAt };
}

async function findTransfer(rest: Rest, vendorId: number, comment: string): Promise<number | undefined> {
  const rows = await rest.get(`/cashBalanceLog/deps?masterid=${vendorId}`);
  const found = Array.isArray(rows) ? rows.filter(isObject).find((row) => row['comment'] === comment) : undefined;
  return found && Date.parse(String(found['timestamp']));
}
