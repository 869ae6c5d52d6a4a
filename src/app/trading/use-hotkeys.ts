import { type RefObject, useEffect } from 'react';
import type { Side } from '#shared/exchange/instruments.ts';
import type { OrderType } from '#shared/trading/orders.ts';
import { findHotkey, type HotkeyAction, isTyping } from './hotkeys.ts';
import { stepQuantity } from './stores/order-ticket.ts';
import { proposeAt, proposeReversal } from './stores/orders.ts';
import { $quote } from './stores/quote.ts';
import { $tradingSettings } from './stores/settings.ts';
import { cancelAll, flatten } from './stores/trading.ts';

type HotkeyOptions = { readonly root: RefObject<HTMLElement | null>; readonly showList: () => void };

/** Listens for hotkeys while they are switched on; the key for the list always works. */
export function useHotkeys({ root, showList }: HotkeyOptions): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const action = isTyping(event.target) ? null : findHotkey(event);
      if (action === null) return;
      if (action === 'help') showList();
      else if ($tradingSettings.get().hotkeys) perform(action, root.current, event.timeStamp);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [root, showList]);
}

function perform(action: Exclude<HotkeyAction, 'help'>, root: HTMLElement | null, pressedAt: number): void {
  const focus = (selector: string) => root?.querySelector<HTMLElement>(selector)?.focus();
  const actions: Readonly<Record<typeof action, () => unknown>> = {
    'buy-market': () => placeAtBest('buy', 'market', pressedAt),
    'sell-market': () => placeAtBest('sell', 'market', pressedAt),
    'buy-bid': () => placeAtBest('buy', 'limit', pressedAt),
    'sell-ask': () => placeAtBest('sell', 'limit', pressedAt),
    flatten,
    reverse: () => proposeReversal(pressedAt),
    'cancel-all': cancelAll,
    more: () => stepQuantity(1),
    less: () => stepQuantity(-1),
    ticket: () => focus('#ticket-quantity'),
    ladder: () => focus('[data-cell][tabindex="0"]'),
    orders: () => {
      focus('[role=tab]');
      root?.querySelector<HTMLElement>('[role=tab]')?.click();
    },
  };
  actions[action]();
}

/** Places an order at the best price, with the ticket's size and bracket. */
function placeAtBest(side: Side, type: OrderType, pressedAt: number): void {
  const quote = $quote.get();
  if (quote === null) return;
  const bestTicks = side === 'buy' ? quote.bidTicks : quote.askTicks;
  const priceTicks = type === 'market' ? null : bestTicks;
  void proposeAt({ side, type, priceTicks }, { dataAt: quote.at, pressedAt });
}
