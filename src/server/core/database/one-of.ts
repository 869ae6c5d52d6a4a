/** The condition that a column, such as `status` or `o.status`, holds one of a list's values, none of which is quoted. */
export function isOneOf(column: string, values: readonly string[]): string {
  return `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
}
