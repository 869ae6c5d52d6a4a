import { applyEvent, replay } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules, AccountState, Fill } from '#shared/accounts/model.ts';
import { signedQuantity } from '#shared/accounts/model.ts';

export type Outage = { readonly from: number; readonly until: number };

/** `flat` if nothing held counts; `waiting` while what is held has no price since the end. */
type Result =
  | 'flat'
  | 'waiting'
  | {
      readonly beforeCents: number;
      readonly afterCents: number;
      readonly movedCents: number;
      readonly breach: { readonly at: number; readonly equityCents: number } | null;
    };

const keyOf = ({ instrument, month }: Pick<Fill, 'instrument' | 'month'>) => `${instrument} ${month}`;

/** Whether a fill adds to what is held, which nobody does who can't trade; what reduces it may have rested as a stop. */
function adds({ positions }: AccountState, fill: Fill): boolean {
  const quantity = positions.find((held) => keyOf(held) === keyOf(fill))?.quantity ?? 0;
  return quantity * signedQuantity(fill) >= 0 || fill.quantity > Math.abs(quantity);
}

/** Follows what was held when an outage began, to its first prices since, a fill that adds to it, or until none is left. */
export function followOutage(
  rules: AccountRules,
  start: AccountState,
  events: readonly AccountEvent[],
  { from, until }: Outage,
): Result {
  const at = events.findIndex((event) => event.at >= from);
  const [earlier, later] = at < 0 ? [events, []] : [events.slice(0, at), events.slice(at)];
  let state = replay(rules, earlier, start);
  if (state.positions.length === 0 || state.breach !== null || state.status === 'passed') return 'flat';
  const { equityCents: beforeCents } = state;
  const unpriced = new Set(state.positions.map(keyOf));
  let movedCents = 0;
  for (const event of later) {
    if (event.type === 'reset') return 'flat';
    if (event.type === 'adjustment') movedCents += event.amountCents;
    const isBack = event.type === 'fill' && adds(state, event);
    const next = applyEvent(rules, state, isBack ? { ...event, type: 'mark' } : event);
    const breach = next.breach === null ? null : { at: next.breach.at, equityCents: state.equityCents - movedCents };
    const end = { beforeCents, afterCents: next.equityCents - movedCents, movedCents, breach } as const;
    if (event.at >= until && event.type === 'equity') unpriced.clear();
    if (event.at >= until && (event.type === 'fill' || event.type === 'mark')) unpriced.delete(keyOf(event));
    const isPriced = next.positions.every((held) => !unpriced.has(keyOf(held)));
    if (breach !== null || isBack || next.positions.length === 0 || isPriced) return end;
    state = next;
  }
  return 'waiting';
}
