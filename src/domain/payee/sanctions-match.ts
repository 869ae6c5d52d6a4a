import { nameTokens } from './name-match.ts';

/** From this score on, somebody looks at a match. */
export const sanctionsReviewScore = 0.85;

const prefixLength = 4;
const prefixWeight = 0.1;

/** Jaro-Winkler: 1 for equal words, 0 for words without a common letter nearby. */
export function wordSimilarity(left: string, right: string): number {
  if (left === right) return 1;
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  const taken = new Set<number>();
  const matched: string[] = [];
  for (let at = 0; at < left.length; at += 1) {
    const until = Math.min(right.length - 1, at + reach);
    for (let other = Math.max(0, at - reach); other <= until; other += 1) {
      if (taken.has(other) || left[at] !== right[other]) continue;
      taken.add(other);
      matched.push(left[at] ?? '');
      break;
    }
  }
  if (matched.length === 0) return 0;
  const inOrder = [...taken].sort((a, b) => a - b).map((at) => right[at]);
  const transpositions = matched.filter((letter, index) => letter !== inOrder[index]).length / 2;
  const count = matched.length;
  const jaro = (count / left.length + count / right.length + (count - transpositions) / count) / 3;
  const limit = Math.min(prefixLength, left.length, right.length);
  let prefix = 0;
  while (prefix < limit && left[prefix] === right[prefix]) prefix += 1;
  return jaro + prefix * prefixWeight * (1 - jaro);
}

/**
 * How alike two names are, from 0 to 1, whatever the order of their words: each word of the shorter name is paired with
 * the most similar word left in the longer one, and long words count for more. Words without a partner cost a little.
 */
export function nameSimilarity(left: string, right: string): number {
  const [short = [], long = []] = [nameTokens(left), nameTokens(right)].sort((a, b) => a.length - b.length);
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
