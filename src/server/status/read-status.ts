import { dayMs } from '#lib/durations.ts';
import { listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchStatus } from '#shared/status/contract.ts';
import { components, stateOfComponent } from '#shared/status/status.ts';
import { countOpen } from './remedies/find.ts';
import type { StoredIncident } from './tables.ts';

const historyMs = 90 * dayMs;
const maxIncidents = 50;

/** Each component's state and the recent incidents, without the affected accounts. */
export async function readStatus({ db, clock, payments }: Deps): Promise<DataOf<typeof fetchStatus>> {
  const now = clock().getTime();
  const checks = await db.selectFrom('component_check').selectAll().execute();
  const incidents = await db
    .selectFrom('incident')
    .selectAll()
    .where('status', '<>', 'dismissed')
    .where((eb) => eb.or([eb('resolved_at', 'is', null), eb('started_at', '>=', new Date(now - historyMs))]))
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(maxIncidents)
    .execute();
  const ids = ['', ...incidents.map(({ id }) => id)];
  const updates = await listRows(db, 'incident_update', { incident_id: ids }, ['incident_id', 'status', 'text', 'at'], {
    orderBy: 'number desc',
  });
  const accounts = await db
    .selectFrom('incident_account')
    .select((eb) => ['incident_id', 'remedy', eb.fn.countAll<string>().as('count')])
    .where('incident_id', 'in', ids)
    .groupBy(['incident_id', 'remedy'])
    .orderBy('remedy')
    .execute();
  const given = await db
    .selectFrom('remedy')
    .select(({ fn }) => [
      ...(['incident_id', fn.count<string>('account_id').distinct().as('accounts')] as const),
      ...([fn.sum<string>('amount_cents').as('amountCents'), fn.sum<string>('days').as('days')] as const),
    ])
    .where('incident_id', 'in', ids)
    .where('applied_at', 'is not', null)
    .where((eb) => eb(eb('amount_cents', '+', eb.ref('days')), '>', 0))
    .groupBy('incident_id')
    .execute();
  const running = incidents.filter(({ status, is_sample }) => status !== 'resolved' && !is_sample);
  return {
    at: now,
    components: components.map((name) => {
      const check = checks.find(({ component }) => component === name);
      return {
        name,
        // Nobody can buy anything before the operator has set up payments.
        state:
          name === 'checkout' && !payments.isOpen
            ? 'outage'
            : stateOfComponent(name, running, (check?.failing_since ?? null) !== null),
        checkedAt: check?.checked_at.getTime() ?? null,
      };
    }),
    incidents: incidents.map(
      ({ id, component, impact, status, title, started_at, resolved_at, is_sample, ...row }) => ({
        ...{ id, component, impact, status, title, isSample: is_sample },
        startedAt: started_at.getTime(),
        resolvedAt: resolved_at?.getTime() ?? null,
        outage: describeOutage(
          row,
          given.find(({ incident_id }) => incident_id === id),
        ),
        updates: updates
          .filter(({ incident_id }) => incident_id === id)
          .map((update) => ({ status: update.status, text: update.text, at: update.at.getTime() })),
        accounts: accounts
          .filter(({ incident_id }) => incident_id === id)
          .map(({ remedy, count }) => ({ remedy, count: Number(count) })),
      }),
    ),
  };
}

type Times = Pick<StoredIncident, 'outage_from' | 'outage_until'>;
type Given = Readonly<Record<'accounts' | 'amountCents' | 'days', string>>;

/** When accounts couldn't be traded, and what they have been given for it. */
function describeOutage({ outage_from: fromDate, outage_until: untilDate }: Times, given: Given | undefined) {
  if (fromDate === null || untilDate === null) return null;
  const [from, until] = [fromDate.getTime(), untilDate.getTime()];
  const { accounts, amountCents, days } = given ?? { accounts: 0, amountCents: 0, days: 0 };
  const sums = { accounts: Number(accounts), amountCents: Number(amountCents), days: Number(days) };
  return { from, until, openMinutes: countOpen({ from, until }).minutes, ...sums };
}
