import { instruments } from '#shared/exchange/instruments.ts';
import { findLock } from './drawdown/registry.ts';
import { advancePeriod } from './engine.ts';
import type { AccountRules, AccountState, Position } from './model.ts';
import { objectivesOf } from './objectives.ts';
import { findMaxContracts } from './rules/contract-steps.ts';
import { findLockRule } from './rules/flat-by.ts';
import type { AccountView } from './view.ts';

/**
 * Derives the view of a state. With `now`, a trading day that has ended since the last event counts as closed and its
 * soft lock as lifted, even before the platform reports the close.
 */
export function viewAccount(rules: AccountRules, state: AccountState, now?: number): AccountView {
  const current = now === undefined ? state : advancePeriod(rules, state, now);
  const { breach } = current;
  const lockedBy = findLockRule(rules, current, now ?? null);
  const equityCents = breach?.equityCents ?? current.equityCents;
  const nearestFloorCents = breach?.floorCents ?? higherOf(current.floorCents, current.dailyFloorCents);
  return {
    status: lockedBy === null ? current.status : 'locked',
    lockedBy,
    breach,
    startingBalanceCents: rules.startingBalanceCents,
    balanceCents: current.balanceCents,
    equityCents,
    highWaterMarkCents: current.highWaterMarkCents,
    floorCents: current.floorCents,
    floorLocked: current.floorLocked,
    untilLockCents: untilLock(rules, current),
    remainingDrawdownCents: headroomAbove(current.floorCents, equityCents),
    remainingDailyDrawdownCents: headroomAbove(nearestFloorCents, equityCents),
    nearestFloorCents,
    positions: current.positions.map(({ instrument, month, quantity, costTicks }) => ({
      ...{ instrument, month, quantity, costTicks },
    })),
    contractsInUse: contractsIn(current.positions),
    maxContracts: findMaxContracts(rules, current),
    objectives: objectivesOf(rules, current),
    today: current.days.at(-1) ?? null,
    lastEventAt: current.lastEventAt,
  };
}

/** Contracts held, in minis; long and short positions in all months add up. A micro is a tenth, a QM a half. */
export function contractsIn(positions: readonly Pick<Position, 'instrument' | 'quantity'>[]): number {
  let hundredths = 0;
  for (const { instrument, quantity } of positions) {
    hundredths += Math.abs(quantity) * (100 / instruments[instrument].ratio);
  }
  return hundredths / 100;
}

function higherOf(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.max(a, b);
}

function headroomAbove(floorCents: number | null, equityCents: number): number | null {
  return floorCents === null ? null : Math.max(0, equityCents - floorCents);
}

function untilLock(rules: AccountRules, { floorCents, floorLocked }: AccountState): number | null {
  const lockCents = findLock(rules);
  return floorCents === null || floorLocked || lockCents === null ? null : lockCents - floorCents;
}
