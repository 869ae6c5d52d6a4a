import { type RawBuilder, sql } from 'kysely';

export const equals = (column: RawBuilder<unknown>) => (value: string) => sql`${column} = ${value}`;

/** The beginning of a text, in the case it is stored in. */
export const startsWith = (column: RawBuilder<unknown>, value: string) =>
  sql`${column} like ${`${value.replace(/[\\%_]/g, '\\$&')}%`}`;

/** An email address from its start, or something else exactly. */
export const emailOr =
  (email: RawBuilder<unknown>, ...others: readonly RawBuilder<unknown>[]) =>
  (value: string) =>
    sql`(${sql.join(
      [startsWith(sql`lower(${email})`, value.toLowerCase()), ...others.map((other) => equals(other)(value))],
      sql` or `,
    )})`;

export const ofAccount = sql`a.platform_account_id as "account", a.id as "accountId", p.email as "email", p.id as "personId"`;
export const accountFilters = {
  q: emailOr(sql`p.email`, sql`a.platform_account_id`, sql`a.id`),
  account: equals(sql`a.id`),
  person: equals(sql`a.person_id`),
};

/** With the account `a` and its owner `p`. */
export const withAccount = (table: string, alias: string) =>
  sql`${sql.table(table)} as ${sql.ref(alias)}
    join trading_account a on a.id = ${sql.ref(`${alias}.account_id`)}
    join person p on p.id = a.person_id`;
