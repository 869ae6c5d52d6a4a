import { type RawBuilder, sql } from 'kysely';

/** The condition that a column holds one of a list's values, for checks in the baseline. */
export function isOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.id(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
}
