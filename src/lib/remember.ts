/** Reads a cached value, or makes it and drops the oldest one beyond `limit`. */
export function remember<Key, Value>(cache: Map<Key, Value>, key: Key, limit: number, make: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  const [oldest] = cache.keys();
  if (cache.size >= limit && oldest !== undefined) cache.delete(oldest);
  cache.set(key, made);
  return made;
}
