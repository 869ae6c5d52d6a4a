/** The first of these fields that a text has with a day, such as `2026-11-20`, without reading its other fields. */
export function readDay(source: string, fields: readonly string[]): string | undefined {
  const [, head = ''] = source.split(/^---\r?$/m);
  for (const field of fields) {
    const day = new RegExp(`^${field}: *["']?(\\d{4}-\\d{2}-\\d{2})`, 'm').exec(head)?.[1];
    if (day) return day;
  }
  return undefined;
}
