import { contractName } from '../../domain/instrument/contract-month.ts';
import { formatMoney } from '../../domain/money/format.ts';
import type { TradingRoom, TradingRule } from '../../domain/trading/decide-trading.ts';
import type { Contract } from '../../domain/trading/orders.ts';
import type { TerminalTexts } from './texts.ts';

type Stopped = { readonly rule: TradingRule; readonly room: TradingRoom };

/** Why an order isn't taken, with the room left under the rule. */
export function ruleText(
  { rule, room }: Stopped,
  { instrument, month }: Contract,
  { strings, t, locale }: TerminalTexts,
): string {
  if (rule === 'contract-limit') {
    const contract = contractName(instrument, month);
    return t('rule_contract-limit', { most: room.maxContracts, count: room.quantity ?? 0, contract });
  }
  if (rule !== 'no-room' || room.cents === null) return strings[`rule_${rule}`];
  return `${strings['rule_no-room']} ${t('rule_room', { room: formatMoney(room.cents, locale) })}`;
}
