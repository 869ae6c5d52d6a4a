import ical, { ICalEventTransparency } from 'ical-generator';
import { formatDecimal } from '#lib/money/format.ts';
import type { Deps } from '#server/core/deps.ts';
import { closesWithinPaidPeriod } from '#shared/accounts/inactivity.ts';
import { renewalRule } from '#shared/orders/renewal-rule.ts';
import { hasFixedTerm } from './end-with-term.ts';
import { closesAt } from './ends-inactive.ts';
import { paidUntil } from './find.ts';
import { billingIdentity } from './read-billing-identity.ts';

/** A person's upcoming renewals as a calendar (RFC 5545), one recurring event each. */
export async function writeCalendar(deps: Deps, personId: string): Promise<string> {
  const rows = await deps.db
    .selectFrom('subscription')
    .select([
      'id',
      'name',
      'amount_cents',
      'anchor_at',
      paidUntil.as('next_charge_at'),
      closesAt.as('closes_at'),
      'billing_interval',
      billingIdentity.as('identity'),
    ])
    .where('person_id', '=', personId)
    .where('renews', '=', true)
    .where('canceled_at', 'is', null)
    .where('status', '<>', 'ended')
    .where('amount_cents', '>', 0)
    .orderBy('period_ends_at')
    .execute();
  const { name } = deps.catalog.site;
  const host = new URL(deps.env.origin).hostname;
  const calendar = ical({ prodId: { company: name, product: 'Renewals', language: 'EN' } });
  for (const row of rows) {
    if (hasFixedTerm(deps, row.identity, row.billing_interval)) continue;
    if (closesWithinPaidPeriod(row.closes_at?.getTime() ?? null, row.next_charge_at.getTime())) continue;
    calendar.createEvent({
      id: `renewal-${row.id}@${host}`,
      stamp: deps.clock(),
      // A charge has a date but no hour: with a time zone, the calendar could move it to the day before.
      start: row.next_charge_at,
      allDay: true,
      repeating: renewalRule(row.anchor_at.getTime(), row.billing_interval),
      summary: `${name}: ${row.name}, USD ${formatDecimal(row.amount_cents)}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString().trimEnd()}\r\n`;
}
