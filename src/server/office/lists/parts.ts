import { type RawBuilder, sql } from 'kysely';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Localized } from '#i18n/localized.ts';
import { dayStart, isExistingDate } from '#lib/calendar-date.ts';
import { dayMs } from '#lib/durations.ts';
import { normalizeEmail } from '#lib/email-address.ts';
import type { Deps } from '#server/core/deps.ts';
import { type NamedOrder, nameInLocale } from '#server/orders/products/name-in-locale.ts';
import { isStaffRole, roles } from '#shared/core/access.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import type { StoredRow } from './read-list.ts';

export const equals = (column: RawBuilder<unknown>) => (value: string) => sql`${column} = ${value}`;

/** Filters by columns of a table, named like them: `person` for `person_id`. */
export const columnFilters = (table: string, ...columns: readonly string[]) =>
  Object.fromEntries(
    columns.map((column) => [
      column.replace(/_id$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      equals(sql.ref(`${table}.${column}`)),
    ]),
  );

/** Affiliates are customers; every other role is staff. */
export const isStaffMember = sql`p.roles && ${sql.val(roles.filter(isStaffRole))}::text[]`;

/** A filter that reports link to; an unknown value matches nothing. */
export const onlyWhen =
  (conditions: Readonly<Record<string, RawBuilder<unknown>>>) =>
  (value: string): RawBuilder<unknown> =>
    conditions[value] ?? sql`false`;

/** Whether a time is on a day in UTC; a value that isn't a day matches nothing. */
export const isOnDay =
  (column: RawBuilder<unknown>) =>
  (day: string): RawBuilder<unknown> => {
    if (!isExistingDate(day)) return sql`false`;
    const start = dayStart(day);
    return sql`(${column} >= ${new Date(start)} and ${column} < ${new Date(start + dayMs)})`;
  };

export const startOf = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

export const startsWith = (column: RawBuilder<unknown>, value: string) => sql`${column} like ${startOf(value)}`;

export const emailOf = (column: string) => sql`coalesce(
  (select email from person where id = substring(${sql.ref(column)} from '^person:(.+)')), ${sql.ref(column)})`;

/** Matches an email address by its beginning, or another column exactly. */
export const emailOr =
  (email: RawBuilder<unknown>, ...others: readonly RawBuilder<unknown>[]) =>
  (value: string) =>
    sql`(${sql.join(
      [startsWith(sql`lower(${email})`, normalizeEmail(value)), ...others.map((other) => equals(other)(value))],
      sql` or `,
    )})`;

/** The key of a sort order by amount: as seconds, because keys are times. Indexes have the same expression. */
export const byAmount = (column: RawBuilder<unknown>) => sql`to_timestamp(${column})`;

/** The person `p` that a row is about. */
export const personColumns = sql`p.email as "email", p.id as "personId",
  trim(p.first_name || ' ' || p.last_name) as "person"`;

export const accountColumns = sql`a.platform_account_id as "account", a.id as "accountId", ${personColumns}`;
export const accountFilters = {
  q: emailOr(sql`p.email`, sql`a.platform_account_id`, sql`a.id`),
  account: equals(sql`a.id`),
  person: equals(sql`a.person_id`),
};

/**
 * Adds the account `a` and its owner `p`, which every row has. Left joins, so that counting rows or finding a page
 * doesn’t read what only the columns need.
 */
export const withAccount = (table: string, alias: string) =>
  sql`${sql.table(table)} as ${sql.ref(alias)}
    left join trading_account a on a.id = ${sql.ref(`${alias}.account_id`)}
    left join person p on p.id = a.person_id`;

/** Names the purchase in the reader's language; `name` must be read by `namedColumns`. */
export function nameProduct(deps: Deps, row: StoredRow, locale: Locale): ListRow {
  return { ...row, name: nameInLocale(deps, row['name'] as unknown as NamedOrder, locale) };
}

export const textInLocale =
  (...columns: readonly string[]) =>
  (_: Deps, row: StoredRow, locale: Locale): ListRow => ({
    ...row,
    ...Object.fromEntries(columns.map((column) => [column, (row[column] as unknown as Localized)[locale]])),
  });

/** Matches the beginning of a text that is stored in every language. */
export const startsWithInAny = (column: RawBuilder<unknown>) => (value: string) =>
  sql`(${sql.join(
    locales.map((locale) => startsWith(sql`${column} ->> ${locale}`, value)),
    sql` or `,
  )})`;
