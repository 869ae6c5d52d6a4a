import { createHash } from 'node:crypto';
import { canonicalJson } from '#lib/canonical-json.ts';
import { type Amendment, amendFill } from '#shared/accounts/amend-fill.ts';
import type { Adjustment, Fill } from '#shared/accounts/model.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPlainPrice } from '#shared/exchange/price.ts';

/** For staff, such as `buy 2 MESZ6 at 6850.25, fee 0.70, 2026-11-18T15:05:00Z`. */
export function describeFill({ side, quantity, instrument, month, priceTicks, feeCents, at }: Fill): string {
  const trade = `${side} ${quantity} ${contractName(instrument, month)} at ${formatPlainPrice(instrument, priceTicks)}`;
  return `${trade}, fee ${(feeCents / 100).toFixed(2)}, ${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** For staff, such as `payout -250.00, 2026-11-18T15:05:00Z`. */
export function describeAdjustment({ cause, amountCents, at }: Adjustment): string {
  return `${cause} ${(amountCents / 100).toFixed(2)}, ${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** Names what a fill's later report says about the trade, to find it again once a correction explains it. */
export function contradictionOf(sourceId: string, { instrument, month, side, quantity, priceTicks }: Fill): string {
  const trade = canonicalJson({ instrument, month, side, quantity, priceTicks });
  return `${sourceId} ${createHash('sha256').update(trade).digest('hex').slice(0, 12)}`;
}

/** The fill as an amendment has it; null if it was taken back, or is of a fill that hasn't arrived. */
export function describeAmendment(amendment: Amendment, original: Fill | null): string | null {
  const base = amendment.type === 'fill-version' ? amendment.fill : original;
  const fill = base && amendFill(base, [{ sourceId: '', amendment }]);
  return fill && describeFill(fill);
}
