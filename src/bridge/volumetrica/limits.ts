import { createHash } from 'node:crypto';
import { findLock } from '#shared/accounts/drawdown/registry.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import type { DayLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { instruments, isInstrument } from '#shared/exchange/instruments.ts';
import { Refused } from '../core/adapter.ts';
import type { Row } from '../core/answers.ts';
import { parseContract } from '../core/contracts.ts';

/** What an account may not do beyond its program's rules. */
export type Restrictions = { readonly halted: readonly string[]; readonly personalStop: DayLimits | null };
export type VendorSymbol = { readonly symbolId: number; readonly instrument: string };

/** From when a floor trails: what the vendor calls it. */
const drawdownModes = {
  static: 1,
  intraday: 2,
  'end-of-day': 3,
  'intraday-percent': 2,
  'end-of-day-percent': 3,
} as const;
const noLimit = 0;
const stopsAtStart = 1;
const stopsAtStartAnd = 2;
const failsAccount = 1;
const locksDay = 3;
/** The day's loss counts from its starting balance. */
const fromStartBalance = 1;
const runsUpFromStartBalance = 0;
/** Of the day's starting balance, as the mode says. */
const ofReference = 0;
/** Which of a sum and a share counts; the sum is zero. */
const higherOfBoth = 0;

const dollars = (cents: number) => cents / 100;

/** The vendor's limits of money are whole dollars. */
function wholeDollars(cents: number): number {
  if (cents % 100 !== 0) throw new Refused(`the vendor holds no limit of ${dollars(cents)} dollars`);
  return cents / 100;
}

/**
 * An account's limits as a rule of the vendor's. Its name derives from what it says, so that accounts with equal limits
 * share one, and a rule is found again. The vendor caps each instrument by itself, not all together as our rules do.
 */
export function ruleOf(
  rules: AccountRules,
  symbols: readonly VendorSymbol[],
  { halted, personalStop }: Restrictions,
): Row {
  const content = {
    startingBalance: dollars(rules.startingBalanceCents),
    currency: 1,
    ...drawdownOf(rules),
    ...dailyLossOf(rules, personalStop?.lossCents ?? null),
    ...dailyProfitOf(personalStop?.profitCents ?? null),
    symbolContracts: symbols.map(({ symbolId, instrument }) => ({
      symbolId,
      maxContracts: halted.includes(instrument) ? 0 : rules.maxContracts * ratioOf(instrument),
    })),
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { description: `tidemark-${digest.slice(0, 24)}`, ...content };
}

function drawdownOf(rules: AccountRules): Row {
  const { drawdown, startingBalanceCents } = rules;
  if (drawdown.mode === 'none') return { maxDrawdownAction: 0 };
  const lock = drawdown.mode === 'static' ? null : findLock(rules);
  const offset = lock === null ? null : lock - startingBalanceCents;
  return {
    maxDrawdownMode: drawdownModes[drawdown.mode],
    ...('maxLossBps' in drawdown
      ? { maxDrawdownMoney: 0, maxDrawdownPercentual: drawdown.maxLossBps / 100, maxDrawdownSelection: higherOfBoth }
      : { maxDrawdownMoney: wholeDollars(drawdown.maxLossCents) }),
    maxDrawdownAction: failsAccount,
    maxDrawdownThresholdLimitMode: offset === null ? noLimit : offset === 0 ? stopsAtStart : stopsAtStartAnd,
    ...(offset === null || offset === 0 ? {} : { maxDrawdownThresholdLimitValue: dollars(offset) }),
  };
}

/** Of the rules' limit and the trader's own, the lower: the vendor holds one. */
function dailyLossOf(rules: AccountRules, ownCents: number | null): Row {
  const { dailyLoss } = rules;
  const limitCents = findDailyLimit(rules);
  if (ownCents !== null && (limitCents === null || ownCents < limitCents))
    return {
      ...{ maxIntradayDrawdownMode: fromStartBalance, maxIntradayDrawdownMoney: wholeDollars(ownCents) },
      maxIntradayDrawdownAction: locksDay,
    };
  if (dailyLoss.mode === 'none') return { maxIntradayDrawdownAction: 0 };
  return {
    maxIntradayDrawdownMode: fromStartBalance,
    ...('limitBps' in dailyLoss
      ? {
          ...{ maxIntradayDrawdownMoney: 0, maxIntradayDrawdownPercentual: dailyLoss.limitBps / 100 },
          ...{ maxIntradayDrawdownPercentualReference: ofReference, maxIntradayDrawdownSelection: higherOfBoth },
        }
      : { maxIntradayDrawdownMoney: wholeDollars(dailyLoss.limitCents) }),
    maxIntradayDrawdownAction: dailyLoss.mode === 'soft' ? locksDay : failsAccount,
  };
}

function dailyProfitOf(ownCents: number | null): Row {
  if (ownCents === null) return {};
  return {
    ...{ maxIntradayRunupMode: runsUpFromStartBalance, maxIntradayRunupMoney: wholeDollars(ownCents) },
    maxIntradayRunupAction: locksDay,
  };
}

const ratioOf = (instrument: string) => (isInstrument(instrument) ? instruments[instrument].ratio : 1);

/** The vendor's symbols of listed instruments; its list may name a root, `/ES:XCME`, or a contract, `ESZ6`. */
export function listedSymbols(rows: readonly Row[], nowMs: number): readonly VendorSymbol[] {
  return rows
    .flatMap((row) => {
      const [name = ''] = String(row['name']).replace(/^\//, '').split(':');
      const instrument = isInstrument(name) ? name : (parseContract(name, nowMs)?.instrument ?? '');
      return isInstrument(instrument) ? [{ symbolId: Number(row['id']), instrument }] : [];
    })
    .sort((left, right) => left.symbolId - right.symbolId);
}

export function findMismatches(wanted: Row, held: Row): readonly string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => name !== 'symbolContracts' && (held[name] ?? null) !== value)
    .map(([name]) => name)
    .concat(capsOf(wanted) === capsOf(held) ? [] : ['symbolContracts']);
}

function capsOf(rule: Row): string {
  const caps = (rule['symbolContracts'] ?? []) as readonly Row[];
  return caps
    .map(({ symbolId, maxContracts }) => `${symbolId} ${maxContracts}`)
    .sort()
    .join();
}
