/** State of a random generator (mulberry32). It is one integer, so it can be stored and resumed. */
export type Random = { random: number };

/** The next number in [0, 1). */
export function nextRandom(holder: Random): number {
  holder.random = (holder.random + 0x6d2b79f5) | 0;
  let mixed = Math.imul(holder.random ^ (holder.random >>> 15), 1 | holder.random);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

export function nextBetween(holder: Random, low: number, high: number): number {
  return low + nextRandom(holder) * (high - low);
}

/** Approximately normal: mean 0, deviation 1, within ±3.5. */
export function nextNormal(holder: Random): number {
  return (nextRandom(holder) + nextRandom(holder) + nextRandom(holder) + nextRandom(holder) - 2) * Math.sqrt(3);
}

/** Hashes a text into a seed (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
