/** One property of every entry: `pluck({ a: { size: 1 }, b: { size: 2 } }, 'size')` is `{ a: 1, b: 2 }`. */
export function pluck<Key extends string, Entries extends Readonly<Record<string, Readonly<Record<Key, unknown>>>>>(
  entries: Entries,
  key: Key,
): { [Name in keyof Entries]: Entries[Name][Key] } {
  const plucked = Object.entries(entries).map(([name, entry]) => [name, entry[key]]);
  return Object.fromEntries(plucked) as { [Name in keyof Entries]: Entries[Name][Key] };
}
