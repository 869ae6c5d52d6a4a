import { isSameMoment } from '#shared/accounts/amend-fill.ts';
import { partsOf } from '#shared/accounts/plan-order.ts';
import type { FillSide } from './read-row.ts';
import type { TickPrice } from './split-ticks.ts';

/** Whether a spreadsheet has shortened an id, as 1.28480E+12 or to 15 digits, so that several rows have the same. */
export function hasLostDigits(id: string): boolean {
  return /^\d(?:[.,]\d+)?E\+?\d+$/i.test(id) || /^\d{15}0{2,}$/.test(id);
}

export type Joined = {
  readonly sides: readonly FillSide[];
  /** Rows of which none counts, because they say different things under one id. */
  readonly contradictory: readonly FillSide[];
};

/**
 * Joins rows with the same id, as joined exports have them. The same fill counts once, with the fee that was posted later,
 * and a row that says that it is corrected takes the place of the one before. Of an order, each row counts what was filled
 * since the last.
 */
export function joinVersions(sides: readonly FillSide[], areOrders: boolean): Joined {
  const joined: FillSide[] = [];
  const contradictory: FillSide[] = [];
  for (const group of Map.groupBy(sides, ({ id, line }) => id || line).values()) {
    const isSingle = group.length === 1 || group[0]?.id === '';
    const versions = areOrders || isSingle ? [group] : splitFills(group);
    for (const rows of versions) {
      const kept = isSingle ? rows : areOrders ? joinOrder(rows) : joinFill(rows);
      if (kept === undefined) contradictory.push(...rows);
      else joined.push(...kept);
    }
  }
  return { sides: joined, contradictory };
}

/** Some platforms give the entry and the exit, or parts at other times, the same id. */
function splitFills(rows: readonly FillSide[]): readonly (readonly FillSide[])[] {
  const fills: FillSide[][] = [];
  for (const row of rows) {
    const isOf = (fill: FillSide) => row.isCorrected || (isSameTrade(fill, row) && isSameMoment(fill.at, row.at));
    const found = fills.findLast(([first]) => first && isOf(first));
    if (found) found.push(row);
    else fills.push([row]);
  }
  return fills;
}

/** Undefined if the rows contradict each other. */
function joinFill(rows: readonly FillSide[]): readonly FillSide[] | undefined {
  let [kept] = rows;
  for (const row of rows.slice(1)) {
    if (kept && !row.isCorrected && !isSameFill(kept, row)) return undefined;
    kept = kept && !row.isCorrected ? withLaterFee(kept, row) : row;
  }
  return kept && [kept];
}

function joinOrder(rows: readonly FillSide[]): readonly FillSide[] | undefined {
  const kept: FillSide[] = [];
  let [quantity, ticks, feeCents] = [0, 0, 0];
  let last: FillSide | undefined;
  for (const row of rows.toSorted((left, right) => left.at - right.at || quantityOf(left) - quantityOf(right))) {
    const newest = kept.at(-1);
    if (last && newest && isSameFill(last, row)) {
      kept[kept.length - 1] = withLaterFee(newest, row);
      feeCents += (kept.at(-1)?.feeCents ?? 0) - (newest.feeCents ?? 0);
      continue;
    }
    if (last && !isSameTrade(last, row)) return undefined;
    const [rowQuantity, rowTicks] = [quantityOf(row), ticksOf(row)];
    if (last && rowQuantity > quantity) {
      const fee = row.feeCents === undefined ? undefined : Math.max(0, row.feeCents - feeCents);
      kept.push({ ...row, parts: partsOf(rowQuantity - quantity, rowTicks - ticks), feeCents: fee });
    } else if (last && isSameMoment(last.at, row.at)) return undefined;
    // Some platforms give each part of an order a row of its own.
    else kept.push(row);
    const added = kept.at(-1) ?? row;
    quantity += quantityOf(added);
    ticks += ticksOf(added);
    feeCents += added.feeCents ?? 0;
    last = row;
  }
  return kept;
}

function withLaterFee(before: FillSide, row: FillSide): FillSide {
  // One of them may have lost its seconds.
  const at = Math.max(before.at, row.at);
  return { ...before, at, feeCents: row.feeCents || (before.feeCents ?? row.feeCents) };
}

function isSameTrade(one: FillSide, other: FillSide): boolean {
  const isSameContract =
    one.contract.instrument === other.contract.instrument && one.contract.month === other.contract.month;
  return isSameContract && one.side === other.side;
}

function isSameFill(one: FillSide, other: FillSide): boolean {
  const isSamePrice = quantityOf(one) === quantityOf(other) && ticksOf(one) === ticksOf(other);
  return isSameTrade(one, other) && isSamePrice && isSameMoment(one.at, other.at);
}

const quantityOf = ({ parts }: { readonly parts: readonly TickPrice[] }) =>
  parts.reduce((sum, part) => sum + part.quantity, 0);
const ticksOf = ({ parts }: { readonly parts: readonly TickPrice[] }) =>
  parts.reduce((sum, part) => sum + part.quantity * part.priceTicks, 0);
