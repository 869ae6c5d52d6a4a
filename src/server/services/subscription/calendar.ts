import type { Deps } from '../../deps.ts';
import { paidUntil } from './find.ts';

/** The coming renewals of a person as a calendar (RFC 5545): one event each, repeated by its period. */
export async function writeCalendar(deps: Deps, personId: string): Promise<string> {
  const rows = await deps.db
    .selectFrom('subscription')
    .select(['id', 'name', 'amount_cents', 'every', paidUntil.as('next_charge_at')])
    .where('person_id', '=', personId)
    .where('renews', '=', true)
    .where('cancelled_at', 'is', null)
    .where('status', '<>', 'ended')
    .where('amount_cents', '>', 0)
    .orderBy('period_ends_at')
    .execute();
  const host = new URL(deps.env.origin).hostname;
  const stamp = stampOf(deps.clock());
  const events = rows.flatMap((row) => [
    'BEGIN:VEVENT',
    `UID:renewal-${row.id}@${host}`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${stampOf(row.next_charge_at)}`,
    `RRULE:FREQ=${row.every === 'monthly' ? 'MONTHLY' : 'YEARLY'}`,
    `SUMMARY:${escapeText(`${deps.catalog.site.name}: ${row.name}, USD ${(row.amount_cents / 100).toFixed(2)}`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const name = escapeText(deps.catalog.site.name);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${name}//Renewals//EN`, ...events, 'END:VCALENDAR'];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function stampOf(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** A line of a calendar has 75 bytes at most and goes on after a blank; 60 characters stay below it. */
function fold(line: string): string {
  return line.replace(/(.{60})(?=.)/g, '$1\r\n ');
}
