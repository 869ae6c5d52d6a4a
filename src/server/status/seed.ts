import { hourMs } from '#lib/durations.ts';
import { findRow, insertOnce, insertRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

const id = 'demo-incident';

/** A past outage with its ledger, marked as a sample. Keeps existing data. */
export async function seedIncidents({ db, clock }: Deps): Promise<void> {
  const startedAt = clock().getTime() - 6 * 24 * hourMs;
  const after = (hours: number) => new Date(startedAt + hours * hourMs);
  const made = await insertOnce(db, 'incident', {
    ...{ id, component: 'platforms', impact: 'outage', status: 'resolved', opened_by: 'system', is_sample: true },
    title: 'Sample: delayed fills on one platform',
    started_at: after(0),
    confirmed_at: after(0.2),
    resolved_at: after(1.5),
    ...{ outage_platform: 'dxfeed', outage_from: after(0), outage_until: after(1.4) },
  });
  if (!made) return;
  await insertRow(db, 'incident_update', [
    {
      ...{ id: `${id}-1`, incident_id: id, status: 'identified', actor: 'system', at: after(0.2) },
      text: 'Sample: fills arrive late. Balances and floors are held until they are complete.',
    },
    {
      ...{ id: `${id}-2`, incident_id: id, status: 'resolved', actor: 'system', at: after(1.5) },
      text: 'Sample: all fills arrived. Accounts that crossed a floor in between were restored.',
    },
  ]);
  const account = await findRow(db, 'trading_account', { person_id: 'demo-trader' }, ['id'], 'opened_at');
  if (!account) return;
  await insertRow(db, 'incident_account', {
    ...{ incident_id: id, account_id: account.id, remedy: 'day-not-counted', actor: 'system', at: after(2) },
    note: 'Sample: the day of the delay isn’t counted.',
  });
}
