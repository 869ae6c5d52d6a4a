import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { dayMs } from '#lib/durations.ts';
import { isWeekend, parseDate } from '#shared/exchange/chicago.ts';
import { ContentError, readYaml } from './content-error.ts';
import { sessionGroups } from './instruments.ts';

const date = z.string().refine((text) => parseDate(text) !== null, 'a date in quotes, as "2026-11-26"');
export const clockTime = z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d$/, 'a Chicago time in quotes, as "12:15"');
const stop = z.union([z.literal('closed'), clockTime]);
const group = z.enum(sessionGroups);
type Group = z.infer<typeof group>;

const holiday = z.strictObject({
  date,
  name: z.string().min(1),
  day: z.enum(['closed', 'halt', 'early']),
  stops: z.partialRecord(group, stop),
});

const source = z
  .strictObject({
    years: z.array(z.int()).min(1).optional(),
    dates: z.array(date).min(1).optional(),
    /** The groups it covers; all if none is named. */
    groups: z.array(group).min(1).optional(),
    url: z.url(),
    checkedOn: date,
    /** What was checked: the exchange’s page, a copy of it, or (before publication) the pattern of earlier years. */
    basis: z.enum(['exchange', 'third-party', 'pattern']),
    via: z.array(z.url()).min(1).optional(),
  })
  .refine(({ years, dates }) => years !== undefined || dates !== undefined, 'a source names its years or its dates')
  .refine(({ basis, via }) => basis !== 'third-party' || via !== undefined, 'a copy names its address under via');

const aroundTheClock = z.strictObject({
  since: date,
  pause: z.tuple([clockTime, clockTime]),
  url: z.url(),
  checkedOn: date,
  basis: z.enum(['exchange', 'third-party']),
  via: z.array(z.url()).min(1).optional(),
  toConfirm: z.string().min(1).optional(),
});

type Source = z.infer<typeof source>;

/** The first matching source counts. */
function findSource(sources: readonly Source[], on: string, name: Group): Source | undefined {
  return sources.find(
    ({ years, dates, groups }) =>
      (dates?.includes(on) || years?.includes(Number(on.slice(0, 4)))) && (groups?.includes(name) ?? true),
  );
}

export const calendarSchema = z
  .strictObject({
    coveredUntil: date,
    sources: z.array(source).min(1),
    regularCloses: z.record(group, clockTime),
    aroundTheClock: z.partialRecord(group, aroundTheClock),
    holidays: z.array(holiday).min(1),
  })
  .superRefine((facts, context) => {
    const { coveredUntil, sources, holidays } = facts;
    for (const [index, { date: on, day, stops }] of holidays.entries()) {
      const report = (message: string) => context.addIssue({ code: 'custom', path: ['holidays', index], message });
      if (on <= (holidays[index - 1]?.date ?? '')) report(`${on} is out of order or listed twice`);
      if (isWeekend(parseDate(on) ?? 0)) report(`${on} is a weekend`);
      if (on > coveredUntil) report(`${on} comes after coveredUntil`);
      const stopping = listStoppingGroups(facts, on);
      if (sessionGroups.some((name) => name in stops && !stopping.includes(name)))
        report(`${on} names a group that trades around the clock`);
      const groupsWithoutSource = stopping.filter((name) => findSource(sources, on, name) === undefined);
      if (groupsWithoutSource.length > 0) report(`${on} has no source for ${groupsWithoutSource.join(', ')}`);
      const isClosed = stopping.every((name) => stops[name] === 'closed');
      if (isClosed !== (day === 'closed')) report(`${on} is closed exactly when every group is`);
    }
  });

export type CalendarFacts = z.infer<typeof calendarSchema>;

/** The groups that stop on a date: all that don't trade around the clock by then. */
export function listStoppingGroups(facts: Pick<CalendarFacts, 'aroundTheClock'>, on: string): readonly Group[] {
  return sessionGroups.filter((name) => on < (facts.aroundTheClock[name]?.since ?? '9'));
}

/** Generates the domain's module from the content. Times are minutes after midnight; null is closed. */
export function compileCalendar(facts: CalendarFacts): Readonly<Record<string, string>> {
  const { coveredUntil, regularCloses, holidays } = facts;
  const closes = sessionGroups.map(
    (name) => `  ${name.includes('-') ? `'${name}'` : name}: ${minutesOf(regularCloses[name])},\n`,
  );
  const rows = holidays.map(({ date: on, name, day, stops }) => {
    const stopping = listStoppingGroups(facts, on);
    const known = stopping.map((key) => minutesOf(stops[key] ?? regularCloses[key]));
    // The trading day of a group that never stops ends with the last of the others.
    const last = Math.max(...known.map((each) => each ?? 0)) || null;
    const minutes = sessionGroups.map(
      (key) => (stopping.includes(key) ? known[stopping.indexOf(key)] : last) ?? 'null',
    );
    return `  '${on}': ['${day}', '${name}', [${minutes.join(', ')}]],\n`;
  });
  const continuous = Object.entries(facts.aroundTheClock).map(
    ([name, { since, pause }]) => `  ${name}: { since: '${since}', pause: [${pause.map(minutesOf).join(', ')}] },\n`,
  );
  return {
    'src/shared/exchange/exchange-calendar.ts': [
      '// Written from content/catalog/calendar.yaml: change that file, not this one.\n',
      `export const calendarCoveredUntil = '${coveredUntil}';\n\n`,
      '// Minutes after midnight in Chicago, in the order of the groups below; null is closed.\n',
      `export const regularCloses = {\n${closes.join('')}} as const;\n\n`,
      '// Groups that trade around the clock since a day, with a pause on Saturdays.\n',
      `export const aroundTheClock = {\n${continuous.join('')}} as const;\n\n`,
      `export const exchangeHolidays = {\n${rows.join('')}} as const;\n`,
    ].join(''),
  };
}

export function readCalendar(folder = resolve('content')): CalendarFacts {
  const file = 'catalog/calendar.yaml';
  return readYaml(readFileSync(resolve(folder, file), 'utf8'), `content/${file}`, calendarSchema);
}

/** A build stays in use for months, so it needs a year of known holidays ahead. @throws {ContentError} with the fix */
export function requireYearAhead(
  { coveredUntil }: Pick<CalendarFacts, 'coveredUntil'>,
  now: Date,
  file = 'calendar.yaml',
): void {
  const needed = new Date(now);
  needed.setUTCFullYear(needed.getUTCFullYear() + 1);
  if (Date.parse(coveredUntil) >= needed.getTime()) return;
  throw new ContentError([
    `content/catalog/${file} ends on ${coveredUntil}, less than twelve months from now: add the next year’s holidays.`,
  ]);
}

/**
 * Lists upcoming holidays whose hours haven't been compared with the exchange, as sentences for the editor.
 * @param days how far ahead to look
 */
export function listUnconfirmedHours(facts: CalendarFacts, now: Date, days = 60): readonly string[] {
  const { sources, holidays } = facts;
  const today = now.toISOString().slice(0, 10);
  const last = new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  return holidays
    .filter(({ date: on }) => on >= today && on <= last)
    .flatMap(({ date: on, name }) => {
      const found = listStoppingGroups(facts, on).map((key) => ({ key, source: findSource(sources, on, key) }));
      const unconfirmed = found.filter(({ source: from }) => from?.basis === 'pattern');
      if (unconfirmed.length === 0) return [];
      const groups = unconfirmed.map(({ key }) => key).join(', ');
      return [
        `content/catalog/calendar.yaml: the hours of ${groups} on ${on} (${name}) follow earlier years: compare them with ${unconfirmed[0]?.source?.url} and name what you compared under sources`,
      ];
    });
}

export function minutesOf(text: string): number | null {
  if (text === 'closed') return null;
  const [hours, minutes] = text.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
