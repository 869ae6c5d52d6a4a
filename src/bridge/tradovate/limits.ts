import type { PersonalStopLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { AccountRules } from '#shared/accounts/rules/types.ts';
import type { TradovateSettings } from './settings.ts';

/** The vendor's own risk engine; an omitted field isn't enforced. Dollars. */
export type AutoLiq = {
  readonly trailingMaxDrawdown?: number;
  readonly trailingMaxDrawdownLimit?: number;
  readonly trailingMaxDrawdownMode?: 'EOD' | 'RealTime';
  readonly dailyLossAutoLiq?: number | undefined;
  readonly dailyProfitAutoLiq?: number | undefined;
  readonly doNotUnlock: boolean;
};

const dollars = (cents: number) => cents / 100;

/**
 * An account's limits as the vendor holds them. A floor that never trails is one that has already stopped: at the start
 * less the maximum loss.
 */
export function autoLiqOf(rules: AccountRules, { trailingLimit }: TradovateSettings['open']): AutoLiq {
  const { drawdown, dailyLoss, startingBalanceCents: start } = rules;
  const daily = dailyLoss.mode === 'none' ? {} : { dailyLossAutoLiq: dollars(dailyLoss.limitCents) };
  if (drawdown.mode === 'none') return { ...daily, doNotUnlock: dailyLoss.mode === 'hard' };
  const { maxLossCents } = drawdown;
  const stopsAt = drawdown.mode === 'static' ? start - maxLossCents : start;
  const limit = trailingLimit === 'floor' ? stopsAt : stopsAt + maxLossCents;
  return {
    ...daily,
    trailingMaxDrawdown: dollars(maxLossCents),
    trailingMaxDrawdownLimit: dollars(limit),
    trailingMaxDrawdownMode: drawdown.mode === 'intraday' ? 'RealTime' : 'EOD',
    doNotUnlock: true,
  };
}

/** With the trader's own limits of the day: of two losses the lower. Undefined is what the vendor must hold no longer. */
export function withOwn(limits: AutoLiq, { lossCents, profitCents }: PersonalStopLimits): AutoLiq {
  const losses = [limits.dailyLossAutoLiq, lossCents === null ? undefined : dollars(lossCents)];
  const held = losses.filter((each) => each !== undefined);
  return {
    ...limits,
    dailyLossAutoLiq: held.length === 0 ? undefined : Math.min(...held),
    dailyProfitAutoLiq: profitCents === null ? undefined : dollars(profitCents),
  };
}

/** Contracts in minis, as our rules count them. */
export const positionLimitOf = (rules: AccountRules) => ({ totalBy: 'Overall', exposedLimit: rules.maxContracts });
export type PositionLimit = ReturnType<typeof positionLimitOf>;

/** The names of limits that the vendor holds differently. */
export function findMismatches(
  wanted: AutoLiq | PositionLimit,
  held: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => (held[name] ?? undefined) !== value)
    .map(([name]) => name);
}
