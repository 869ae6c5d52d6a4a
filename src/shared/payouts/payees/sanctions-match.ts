import { nameTokens } from './name-match.ts';

/** Staff review matches with at least this score. */
export const sanctionsReviewScore = 0.85;

const prefixLength = 4;
const prefixWeight = 0.1;

/** Jaro–Winkler similarity: 1 for equal words, 0 for words without a common letter nearby. */
export function wordSimilarity(left: string, right: string): number {
  if (left === right) return 1;
  const window = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  // A batch needs millions of comparisons, so byte arrays are used instead of sets.
  const matchedLeft = new Uint8Array(left.length);
  const matchedRight = new Uint8Array(right.length);
  let count = 0;
  for (let at = 0; at < left.length; at += 1) {
    const until = Math.min(right.length - 1, at + window);
    for (let other = Math.max(0, at - window); other <= until; other += 1) {
      if (matchedRight[other] === 1 || left.charCodeAt(at) !== right.charCodeAt(other)) continue;
      matchedLeft[at] = 1;
      matchedRight[other] = 1;
      count += 1;
      break;
    }
  }
  if (count === 0) return 0;
  const transpositions = countOutOfOrder(left, matchedLeft, right, matchedRight) / 2;
  const jaro = (count / left.length + count / right.length + (count - transpositions) / count) / 3;
  const limit = Math.min(prefixLength, left.length, right.length);
  let prefix = 0;
  while (prefix < limit && left[prefix] === right[prefix]) prefix += 1;
  return jaro + prefix * prefixWeight * (1 - jaro);
}

function countOutOfOrder(left: string, matchedLeft: Uint8Array, right: string, matchedRight: Uint8Array): number {
  let different = 0;
  let other = 0;
  for (let at = 0; at < left.length; at += 1) {
    if (matchedLeft[at] === 0) continue;
    while (matchedRight[other] === 0) other += 1;
    if (left.charCodeAt(at) !== right.charCodeAt(other)) different += 1;
    other += 1;
  }
  return different;
}

/**
 * Similarity of two names from 0 to 1, regardless of word order. Pairs each word of the shorter name with the most
 * similar remaining word of the longer one; longer words weigh more. Unpaired words lower the score slightly.
 */
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
  // A single word occurs in too many names to identify one of them.
  const coverage = short.length === 1 && long.length > 1 ? 0.8 : 1 - 0.02 * open.length;
  return (sum / weight) * coverage;
}

/** Names indexed by word: `tokens` has each word once, and a name is the list of its word indexes. */
export type NameIndex = { readonly tokens: readonly string[]; readonly names: readonly (readonly number[])[] };

/** Prepares names for `scoreNames`. */
export function indexNames(names: readonly string[]): NameIndex {
  const indexes = new Map<string, number>();
  const indexOf = (word: string) => {
    const index = indexes.get(word) ?? indexes.size;
    indexes.set(word, index);
    return index;
  };
  const indexed = names.map((name) => nameTokens(name).map(indexOf));
  return { tokens: [...indexes.keys()], names: indexed };
}

/**
 * Compares a name with many others, in a fraction of the time of one by one.
 * @param minScore above 0 @returns the indexes and scores of the names that reach it
 */
export function scoreNames(
  name: string,
  { tokens, names }: NameIndex,
  minScore: number,
): readonly { readonly at: number; readonly score: number }[] {
  const nameWords = nameTokens(name);
  // A name can't be more similar than its most similar word.
  const isSimilar = Uint8Array.from(tokens, (other) => {
    const reaches = nameWords.some(
      (word) => wordSimilarity(word, other) >= minScore || wordSimilarity(other, word) >= minScore,
    );
    return reaches ? 1 : 0;
  });
  return names.flatMap((indexes, at) => {
    if (!indexes.some((index) => isSimilar[index] === 1)) return [];
    const score = pairWords(
      nameWords,
      indexes.map((index) => tokens[index] ?? ''),
    );
    return score >= minScore ? [{ at, score }] : [];
  });
}
