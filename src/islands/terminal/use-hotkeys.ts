import { type RefObject, useEffect } from 'react';
import { priceFieldText } from '../../domain/instrument/price-field.ts';
import { $trading, cancelAll, flatten } from '../../stores/trading.ts';
import { $contract, isOfContract } from '../../stores/trading-account.ts';
import { propose } from '../../stores/trading-orders.ts';
import { $quote } from '../../stores/trading-quote.ts';
import { $tradingSettings } from '../../stores/trading-settings.ts';
import { $ticket, readTicket, stepQuantity, type Ticket } from '../../stores/trading-ticket.ts';
import { findHotkey, type HotkeyAction, isTyping } from './hotkeys.ts';

type Places = { readonly root: RefObject<HTMLElement | null>; readonly showList: () => void };

/** Listens for hotkeys while they are on; the list opens with its key either way. */
export function useHotkeys({ root, showList }: Places, locale: string): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = isTyping(event.target) ? null : findHotkey(event);
      if (action === null) return;
      if (action === 'help') showList();
      else if ($tradingSettings.get().hotkeys) perform(action, root.current, locale);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [root, showList, locale]);
}

function perform(action: Exclude<HotkeyAction, 'help'>, root: HTMLElement | null, locale: string): void {
  const focus = (selector: string) => root?.querySelector<HTMLElement>(selector)?.focus();
  const actions: Readonly<Record<typeof action, () => unknown>> = {
    'buy-market': () => placeQuick({ side: 'buy', type: 'market' }, locale),
    'sell-market': () => placeQuick({ side: 'sell', type: 'market' }, locale),
    'buy-bid': () => placeQuick({ side: 'buy', type: 'limit' }, locale),
    'sell-ask': () => placeQuick({ side: 'sell', type: 'limit' }, locale),
    flatten,
    reverse,
    'cancel-all': cancelAll,
    more: () => stepQuantity(1),
    less: () => stepQuantity(-1),
    ticket: () => focus('#ticket-quantity'),
    ladder: () => focus('[data-cell][tabindex="0"]'),
    orders: () => focus('#working-orders'),
  };
  actions[action]();
}

/** With the ticket's size and bracket. */
function placeQuick(change: Pick<Ticket, 'side' | 'type'>, locale: string): void {
  const quote = $quote.get();
  if (quote === null) return;
  const contract = $contract.get();
  const ticks = change.side === 'buy' ? quote.bidTicks : quote.askTicks;
  const price = priceFieldText(contract.instrument, ticks, locale);
  const { order } = readTicket({ ...$ticket.get(), ...change, price, ocoWith: '' }, contract, locale);
  if (order !== null) void propose({ kind: 'place', order }, quote.at);
}

function reverse(): void {
  const state = $trading.get();
  const contract = $contract.get();
  const isHeld = state.status === 'ready' && state.trading.positions.some((each) => isOfContract(each, contract));
  if (isHeld) void propose({ kind: 'reverse', contract }, $quote.get()?.at ?? 0);
}
