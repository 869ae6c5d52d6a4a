import type { Deps } from '#server/core/deps.ts';
import { notFound } from '#server/core/errors.ts';
import { downsample } from '#shared/accounts/downsample.ts';
import type { EquityPoint } from '#shared/accounts/equity-curve.ts';
import { readPoint } from './feed-rows.ts';

const maxPoints = 300;

/** An account's stored curve for staff. @throws {ServiceError} 404 */
export async function readEquity({ db }: Deps, accountId: string): Promise<readonly EquityPoint[]> {
  const account = await db.selectFrom('trading_account').select('id').where('id', '=', accountId).executeTakeFirst();
  if (!account) throw notFound();
  const rows = await db
    .selectFrom('equity_point')
    .select(['at', 'equity_cents', 'floor_cents', 'high_water_mark_cents'])
    .where('account_id', '=', accountId)
    .orderBy('at')
    .execute();
  return downsample(rows.map(readPoint), maxPoints);
}
