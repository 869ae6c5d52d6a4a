import { findRow, listRows } from '#server/core/database/rows.ts';
import type { Db } from '#server/core/deps.ts';
import { sampleHeld } from '#shared/accounts/downsample.ts';
import type { EquityPoint } from '#shared/accounts/equity-curve.ts';
import type { Adjustment } from '#shared/accounts/model.ts';
import { readPoint } from '../event-log/feed-rows.ts';
import { withLastPoint } from './build.ts';

/** What the drawing of an account needs: its curve, and the payouts it made or got back, with their sign. */
export type EquityHistory = {
  readonly points: EquityPoint[];
  readonly payouts: Pick<Adjustment, 'at' | 'amountCents'>[];
};

/** @param until leaves out what came later @returns undefined for an account that doesn't exist */
export async function findEquity(
  db: Db,
  accountId: string,
  { until, maxPoints = 300 }: { readonly until?: number; readonly maxPoints?: number } = {},
): Promise<EquityHistory | undefined> {
  const account = await findRow(db, 'trading_account', accountId, ['state', 'opened_at']);
  if (!account) return undefined;
  const [rows, events] = await Promise.all([
    listRows(db, 'equity_point', { account_id: accountId }, undefined, { orderBy: 'at' }),
    listRows(db, 'account_event', { account_id: accountId, type: 'adjustment' }, ['event'], { orderBy: 'at' }),
  ]);
  const points = withLastPoint(account, rows.map(readPoint)).filter(({ at }) => until === undefined || at <= until);
  const payouts = events.flatMap(({ event }) =>
    event.type === 'adjustment' && event.cause === 'payout' ? { at: event.at, amountCents: event.amountCents } : [],
  );
  return { points: [...sampleHeld(points, maxPoints)], payouts };
}
