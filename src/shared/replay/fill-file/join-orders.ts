import { partsOf } from '#shared/accounts/plan-order.ts';
import type { FillSide } from './read-row.ts';
import type { TickPrice } from './split-ticks.ts';

/**
 * Joins rows with the same order's id, as joined exports have them: each counts what was filled since the last, and one
 * that says the same again only brings its fee. Of rows that say different things about one order, none counts.
 */
export function joinOrders(all: readonly FillSide[]) {
  const sides: FillSide[] = [];
  const contradictory: FillSide[] = [];
  for (const rows of Map.groupBy(all, ({ id, line }) => id || line).values()) {
    const kept = rows.length === 1 ? rows : joinOrder(rows);
    if (kept === undefined) contradictory.push(...rows);
    else sides.push(...kept);
  }
  return { sides, contradictory };
}

/** Undefined if the rows contradict each other. */
function joinOrder(rows: readonly FillSide[]): readonly FillSide[] | undefined {
  const kept: FillSide[] = [];
  let [quantity, ticks, feeCents] = [0, 0, 0];
  let last: FillSide | undefined;
  for (const row of rows.toSorted((left, right) => left.at - right.at || quantityOf(left) - quantityOf(right))) {
    const newest = kept.at(-1);
    if (last && newest && isSameFill(last, row)) {
      kept[kept.length - 1] = { ...newest, feeCents: row.feeCents || (newest.feeCents ?? row.feeCents) };
      feeCents += (kept.at(-1)?.feeCents ?? 0) - (newest.feeCents ?? 0);
      continue;
    }
    if (last && !isSameTrade(last, row)) return undefined;
    const [rowQuantity, rowTicks] = [quantityOf(row), ticksOf(row)];
    if (last && rowQuantity > quantity) {
      const fee = row.feeCents === undefined ? undefined : Math.max(0, row.feeCents - feeCents);
      kept.push({ ...row, parts: partsOf(rowQuantity - quantity, rowTicks - ticks), feeCents: fee });
    } else if (last && last.at === row.at) return undefined;
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

function isSameTrade(one: FillSide, other: FillSide): boolean {
  const isSameContract =
    one.contract.instrument === other.contract.instrument && one.contract.month === other.contract.month;
  return isSameContract && one.side === other.side;
}

function isSameFill(one: FillSide, other: FillSide): boolean {
  const isSamePrice = quantityOf(one) === quantityOf(other) && ticksOf(one) === ticksOf(other);
  return isSameTrade(one, other) && isSamePrice && one.at === other.at;
}

const quantityOf = ({ parts }: { readonly parts: readonly TickPrice[] }) =>
  parts.reduce((sum, part) => sum + part.quantity, 0);
const ticksOf = ({ parts }: { readonly parts: readonly TickPrice[] }) =>
  parts.reduce((sum, part) => sum + part.quantity * part.priceTicks, 0);
