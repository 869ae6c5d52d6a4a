import { type RawBuilder, sql } from 'kysely';

/** The condition that a column, such as `status` or `o.status`, holds one of a list's values. */
export function isOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
}
