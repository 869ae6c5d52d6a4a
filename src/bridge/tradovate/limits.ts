import { findFloor, findLock, findMaxLoss, findMaxLossShare, isFloorless } from '#shared/accounts/drawdown/registry.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import type { DayLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { Row } from '../core/answers.ts';
import type { TradovateSettings } from './settings.ts';

/** The vendor's own risk engine; an omitted field isn't enforced. Dollars. */
export type AutoLiq = {
  readonly trailingMaxDrawdown?: number;
  readonly trailingMaxDrawdownLimit?: number;
  readonly trailingMaxDrawdownMode?: 'EOD' | 'RealTime';
  readonly dailyLossAutoLiq?: number | undefined;
  /** Of the day's starting balance. */
  readonly dailyLossPercentageAutoLiq?: number;
  readonly dailyProfitAutoLiq?: number | undefined;
  readonly doNotUnlock: boolean;
};

const dollars = (cents: number) => cents / 100;

/**
 * An account's limits as the vendor holds them. A floor that never trails is one that has already stopped: at the start
 * less the maximum loss. One that trails forever has no limit.
 */
export function autoLiqOf(rules: AccountRules, { trailingLimit }: TradovateSettings['open']): AutoLiq {
  const { drawdown, dailyLoss, startingBalanceCents: start } = rules;
  const daily = dailyLimitOf(dailyLoss);
  // The vendor has no floor at a share of the peak: the site alone ends such an account.
  if (drawdown.mode === 'none' || 'maxLossBps' in drawdown) return { ...daily, doNotUnlock: dailyLoss.mode === 'hard' };
  const { maxLossCents } = drawdown;
  const stopsAt = drawdown.mode === 'static' ? start - maxLossCents : findLock(rules);
  const limit = stopsAt === null ? null : dollars(trailingLimit === 'floor' ? stopsAt : stopsAt + maxLossCents);
  return {
    ...daily,
    trailingMaxDrawdown: dollars(maxLossCents),
    ...(limit === null ? {} : { trailingMaxDrawdownLimit: limit }),
    trailingMaxDrawdownMode: drawdown.mode === 'intraday' ? 'RealTime' : 'EOD',
    doNotUnlock: true,
  };
}

function dailyLimitOf(dailyLoss: AccountRules['dailyLoss']): Omit<AutoLiq, 'doNotUnlock'> {
  if (dailyLoss.mode === 'none') return {};
  if ('limitCents' in dailyLoss) return { dailyLossAutoLiq: dollars(dailyLoss.limitCents) };
  return { dailyLossPercentageAutoLiq: dailyLoss.limitBps / 100 };
}

/** Peaks at which the vendor's floor must be ours, in shares of the maximum loss above the start. */
const peaks = [0, 0.5, 1, 1.5, 3, 10];

/** Whether the vendor's floor, from the limits that it holds, is the one at which the site ends the account. */
export function holdsFloor(rules: AccountRules, held: Row, { trailingLimit }: TradovateSettings['open']): boolean {
  if (isFloorless(rules.drawdown.mode) || findMaxLossShare(rules) !== null) return held['trailingMaxDrawdown'] == null;
  const distance = Math.round(Number(held['trailingMaxDrawdown']) * 100);
  const limit =
    held['trailingMaxDrawdownLimit'] == null
      ? Number.POSITIVE_INFINITY
      : Number(held['trailingMaxDrawdownLimit']) * 100;
  const stopsAt = Math.round(limit) - (trailingLimit === 'floor' ? 0 : distance);
  return peaks.every((share) => {
    const peak = rules.startingBalanceCents + share * (findMaxLoss(rules) ?? 0);
    return Math.min(peak - distance, stopsAt) === findFloor(rules, peak);
  });
}

/** With the trader's own limits of the day: of two losses the lower. Undefined is what the vendor must hold no longer. */
export function withOwn(limits: AutoLiq, { lossCents, profitCents }: DayLimits): AutoLiq {
  const losses = [limits.dailyLossAutoLiq, lossCents === null ? undefined : dollars(lossCents)];
  const held = losses.filter((each) => each !== undefined);
  return {
    ...limits,
    dailyLossAutoLiq: held.length === 0 ? undefined : Math.min(...held),
    dailyProfitAutoLiq: profitCents === null ? undefined : dollars(profitCents),
  };
}

/** Contracts in minis, as our rules count them. */
export const positionLimitOf = (rules: AccountRules) => ({
  ...{ active: true, totalBy: 'Overall', exposedLimit: rules.maxContracts },
});
export type PositionLimit = ReturnType<typeof positionLimitOf>;

export function findMismatches(wanted: AutoLiq | PositionLimit, held: Row): readonly string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => (held[name] ?? undefined) !== value)
    .map(([name]) => name);
}
