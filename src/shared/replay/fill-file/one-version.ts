import { isSameMoment } from '#shared/accounts/amend-fill.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import type { SkippedRow, UnreadRow } from './fill-file.ts';
import type { TableLine } from './read-table.ts';

/**
 * Keeps one row of those that have the same id: the one with the fee if they differ only in costs, as in exports from
 * before and after fees were posted, and the last one that calls itself a correction. Others contradict each other.
 * @param lines that can be read, with ids of executions; an order's id may stand in several rows that are all filled
 * @param atOf when a line happened, UTC ms
 */
export function keepOneVersion(lines: readonly TableLine[], atOf: (line: TableLine) => number) {
  const kept = new Map<number, TableLine>();
  const skipped: SkippedRow[] = [];
  const unread: UnreadRow[] = [];
  for (const group of Map.groupBy(lines, (line) => keyOf(line, atOf(line))).values()) {
    const [first, ...others] = group;
    const isSame = others.every((each) => first && isSameFill(each, first) && isSameMoment(atOf(each), atOf(first)));
    const chosen = isSame
      ? (group.findLast(({ costs }) => costs.some((cost) => /[1-9]/.test(cost))) ?? group.at(-1))
      : group.findLast(({ isCorrection }) => isCorrection);
    for (const line of group) {
      if (line === chosen) kept.set(line.line, line);
      else if (chosen) skipped.push({ line: line.line, reason: isSame ? 'duplicate' : 'busted', value: line.id });
      else unread.push({ line: line.line, reason: 'contradictory', value: line.id });
    }
  }
  return { lines: lines.filter(({ line }) => kept.has(line)), skipped, unread };
}

/** Rows without an id stand for themselves, and some platforms count from one each day, or in each contract. */
function keyOf({ line, id, account, row }: TableLine, at: number): string | number {
  return id === '' ? line : JSON.stringify([account, id, row.symbol, tradingDayOf(at)]);
}

function isSameFill(one: TableLine, other: TableLine): boolean {
  const contentOf = ({ row }: TableLine) => JSON.stringify({ ...row, at: undefined, feeRate: undefined });
  return contentOf(one) === contentOf(other);
}
