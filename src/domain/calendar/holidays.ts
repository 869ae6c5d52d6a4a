/**
 * How a date differs from a regular weekday. Times are minutes after midnight in Chicago.
 *
 * - `closed`: no session.
 * - `halt`: trading stops early and belongs to the next trading day, so the date has no trading day of its own.
 * - `early`: a trading day that closes early.
 */
export type Holiday =
  | { readonly kind: 'closed'; readonly name: string }
  | { readonly kind: 'halt'; readonly name: string; readonly haltMinutes: number }
  | { readonly kind: 'early'; readonly name: string; readonly closeMinutes: number };

const noon = 12 * 60;
const quarterPastTwelve = noon + 15;
const quarterPastEight = 8 * 60 + 15;

/** The last date with known holidays; a check in tests/checks fails when less than a year is left. */
export const holidaysKnownUntil = '2028-12-31';

/** Equity index futures on CME Globex, from the exchange's holiday schedules. Other dates are regular. */
export const holidays: ReadonlyMap<string, Holiday> = new Map<string, Holiday>([
  ['2026-01-01', { kind: 'closed', name: 'New Year' }],
  ['2026-01-19', { kind: 'halt', name: 'Martin Luther King Jr. Day', haltMinutes: noon }],
  ['2026-02-16', { kind: 'halt', name: 'Presidents Day', haltMinutes: noon }],
  // The exchange opens because the jobs report falls on this Good Friday.
  ['2026-04-03', { kind: 'early', name: 'Good Friday', closeMinutes: quarterPastEight }],
  ['2026-05-25', { kind: 'halt', name: 'Memorial Day', haltMinutes: noon }],
  ['2026-06-19', { kind: 'halt', name: 'Juneteenth', haltMinutes: noon }],
  ['2026-07-03', { kind: 'halt', name: 'Independence Day, observed', haltMinutes: noon }],
  ['2026-09-07', { kind: 'halt', name: 'Labor Day', haltMinutes: noon }],
  ['2026-11-26', { kind: 'halt', name: 'Thanksgiving', haltMinutes: noon }],
  ['2026-11-27', { kind: 'early', name: 'Day after Thanksgiving', closeMinutes: quarterPastTwelve }],
  ['2026-12-24', { kind: 'early', name: 'Christmas Eve', closeMinutes: quarterPastTwelve }],
  ['2026-12-25', { kind: 'closed', name: 'Christmas' }],
  ['2027-01-01', { kind: 'closed', name: 'New Year' }],
  ['2027-01-18', { kind: 'halt', name: 'Martin Luther King Jr. Day', haltMinutes: noon }],
  ['2027-02-15', { kind: 'halt', name: 'Presidents Day', haltMinutes: noon }],
  ['2027-03-26', { kind: 'closed', name: 'Good Friday' }],
  ['2027-05-31', { kind: 'halt', name: 'Memorial Day', haltMinutes: noon }],
  ['2027-06-18', { kind: 'halt', name: 'Juneteenth, observed', haltMinutes: noon }],
  ['2027-07-05', { kind: 'halt', name: 'Independence Day, observed', haltMinutes: noon }],
  ['2027-09-06', { kind: 'halt', name: 'Labor Day', haltMinutes: noon }],
  ['2027-11-25', { kind: 'halt', name: 'Thanksgiving', haltMinutes: noon }],
  ['2027-11-26', { kind: 'early', name: 'Day after Thanksgiving', closeMinutes: quarterPastTwelve }],
  ['2027-12-24', { kind: 'closed', name: 'Christmas, observed' }],
  ['2028-01-17', { kind: 'halt', name: 'Martin Luther King Jr. Day', haltMinutes: noon }],
  ['2028-02-21', { kind: 'halt', name: 'Presidents Day', haltMinutes: noon }],
  ['2028-04-14', { kind: 'closed', name: 'Good Friday' }],
  ['2028-05-29', { kind: 'halt', name: 'Memorial Day', haltMinutes: noon }],
  ['2028-06-19', { kind: 'halt', name: 'Juneteenth', haltMinutes: noon }],
  ['2028-07-03', { kind: 'early', name: 'Day before Independence Day', closeMinutes: quarterPastTwelve }],
  ['2028-07-04', { kind: 'halt', name: 'Independence Day', haltMinutes: noon }],
  ['2028-09-04', { kind: 'halt', name: 'Labor Day', haltMinutes: noon }],
  ['2028-11-23', { kind: 'halt', name: 'Thanksgiving', haltMinutes: noon }],
  ['2028-11-24', { kind: 'early', name: 'Day after Thanksgiving', closeMinutes: quarterPastTwelve }],
  ['2028-12-25', { kind: 'closed', name: 'Christmas' }],
]);
