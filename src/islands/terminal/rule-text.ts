import { type Contract, contractName } from '../../domain/instrument/contract-month.ts';
import { formatMoney } from '../../domain/money/format.ts';
import { freshDataMs, type TradingRoom, type TradingRule } from '../../domain/trading/decide-trading.ts';
import type { TerminalTexts } from './texts.ts';

type RefusedOrder = { readonly rule: TradingRule; readonly room: TradingRoom };

/** Why an order is refused, with the amount left under the rule. */
export function ruleText(stopped: RefusedOrder, contract: Contract, texts: TerminalTexts): string {
  const room = remainingText(stopped, contract, texts);
  if (stopped.rule === 'contract-limit' && room !== null) return room;
  const reason = texts.t(`rule_${stopped.rule}`, { seconds: freshDataMs / 1_000 });
  return room === null ? reason : `${reason} ${room}`;
}

/** The amount left under a rule that has one: contracts below the limit, or money above the floor. */
export function remainingText(
  { rule, room }: RefusedOrder,
  { instrument, month }: Contract,
  { t, locale }: TerminalTexts,
): string | null {
  if (rule === 'contract-limit') {
    const contract = contractName(instrument, month);
    return t('rule_contract-limit', { maximum: room.maxContracts, count: room.quantity ?? 0, contract });
  }
  if (rule !== 'no-room' || room.cents === null) return null;
  return t('rule_room', { room: formatMoney(room.cents, locale) });
}
