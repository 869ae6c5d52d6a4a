import { formatFigure } from '#lib/money/format.ts';
import { type Contract, contractName } from '#shared/exchange/contract-month.ts';
import { freshDataMs, type RemainingLimits, type TradingRule } from '#shared/trading/decide-trading.ts';
import type { TerminalTexts } from './texts.ts';

type RejectedOrder = { readonly rule: TradingRule; readonly remaining: RemainingLimits };

export function ruleText(stopped: RejectedOrder, contract: Contract, texts: TerminalTexts): string {
  const left = remainingText(stopped, contract, texts);
  if (stopped.rule === 'contract-limit' && left !== null) return left;
  const reason = texts.t(`rule_${stopped.rule}`, { seconds: freshDataMs / 1_000 });
  return left === null ? reason : `${reason} ${left}`;
}

/** The amount left under a rule that has one: contracts below the limit, or money above the floor. */
export function remainingText(
  { rule, remaining }: RejectedOrder,
  { instrument, month }: Contract,
  { t, locale }: TerminalTexts,
): string | null {
  if (rule === 'contract-limit') {
    const contract = contractName(instrument, month);
    return t('rule_contract-limit', { maximum: remaining.maxContracts, count: remaining.quantity ?? 0, contract });
  }
  if (rule !== 'no-remaining-drawdown' || remaining.cents === null) return null;
  return t('rule_room', { room: formatFigure(remaining.cents, locale) });
}
