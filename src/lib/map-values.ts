export function mapValues<Key extends string, Value, Mapped>(
  record: Readonly<Record<Key, Value>>,
  map: (value: Value) => Mapped,
): Record<Key, Mapped> {
  const mapped = Object.entries<Value>(record).map(([key, value]) => [key, map(value)]);
  return Object.fromEntries(mapped) as Record<Key, Mapped>;
}
