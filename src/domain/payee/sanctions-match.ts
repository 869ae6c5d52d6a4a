import { nameTokens } from './name-match.ts';

/** From this score on, somebody looks at a match. */
export const sanctionsReviewScore = 0.85;

const prefixLength = 4;
const prefixWeight = 0.1;

/** Jaro-Winkler: 1 for equal words, 0 for words without a common letter nearby. */
export function wordSimilarity(left: string, right: string): number {
  if (left === right) return 1;
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  // Compared millions of times for a batch: bytes instead of sets.
  const matched = new Uint8Array(left.length);
  const taken = new Uint8Array(right.length);
  let count = 0;
  for (let at = 0; at < left.length; at += 1) {
    const until = Math.min(right.length - 1, at + reach);
    for (let other = Math.max(0, at - reach); other <= until; other += 1) {
      if (taken[other] === 1 || left.charCodeAt(at) !== right.charCodeAt(other)) continue;
      matched[at] = 1;
      taken[other] = 1;
      count += 1;
      break;
    }
  }
  if (count === 0) return 0;
  const transpositions = countOutOfOrder(left, matched, right, taken) / 2;
  const jaro = (count / left.length + count / right.length + (count - transpositions) / count) / 3;
  const limit = Math.min(prefixLength, left.length, right.length);
  let prefix = 0;
  while (prefix < limit && left[prefix] === right[prefix]) prefix += 1;
  return jaro + prefix * prefixWeight * (1 - jaro);
}

function countOutOfOrder(left: string, matched: Uint8Array, right: string, taken: Uint8Array): number {
  let different = 0;
  let other = 0;
  for (let at = 0; at < left.length; at += 1) {
    if (matched[at] === 0) continue;
    while (taken[other] === 0) other += 1;
    if (left.charCodeAt(at) !== right.charCodeAt(other)) different += 1;
    other += 1;
  }
  return different;
}

/**
 * How alike two names are, from 0 to 1, whatever the order of their words: each word of the shorter name is paired with
 * the most similar word left in the longer one, and long words count for more. Words without a partner cost a little.
 */
export function nameSimilarity(left: string, right: string): number {
  return pairWords(nameTokens(left), nameTokens(right));
}

function pairWords(left: readonly string[], right: readonly string[]): number {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length === 0) return 0;
  const open = [...long];
  let sum = 0;
  let weight = 0;
  for (const word of [...short].sort((a, b) => b.length - a.length)) {
    let best = 0;
    let bestAt = 0;
    for (const [at, other] of open.entries()) {
      const similarity = wordSimilarity(word, other);
      if (similarity > best) [best, bestAt] = [similarity, at];
    }
    open.splice(bestAt, 1);
    sum += best * word.length;
    weight += word.length;
  }
  // One word alone is in too many names to be one of them.
  const coverage = short.length === 1 && long.length > 1 ? 0.8 : 1 - 0.02 * open.length;
  return (sum / weight) * coverage;
}

/** Names by their words, each word once; a name is the places of its words. */
export type NameIndex = { readonly tokens: readonly string[]; readonly names: readonly (readonly number[])[] };

/** Prepares names for `scoreNames`. */
export function indexNames(names: readonly string[]): NameIndex {
  const places = new Map<string, number>();
  const placeOf = (word: string) => {
    const place = places.get(word) ?? places.size;
    places.set(word, place);
    return place;
  };
  const indexed = names.map((name) => nameTokens(name).map(placeOf));
  return { tokens: [...places.keys()], names: indexed };
}

/**
 * The `nameSimilarity` of a name with each of many, in a fraction of the time.
 * @returns the places and scores of those that reach the least score, above 0
 */
export function scoreNames(
  name: string,
  { tokens, names }: NameIndex,
  leastScore: number,
): readonly { readonly at: number; readonly score: number }[] {
  const own = nameTokens(name);
  // No name is more alike than its most alike word.
  const isLike = Uint8Array.from(tokens, (other) => {
    const reaches = own.some(
      (word) => wordSimilarity(word, other) >= leastScore || wordSimilarity(other, word) >= leastScore,
    );
    return reaches ? 1 : 0;
  });
  return names.flatMap((places, at) => {
    if (!places.some((place) => isLike[place] === 1)) return [];
    const score = pairWords(
      own,
      places.map((place) => tokens[place] ?? ''),
    );
    return score >= leastScore ? [{ at, score }] : [];
  });
}
