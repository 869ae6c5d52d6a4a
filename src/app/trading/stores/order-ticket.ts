import { atom } from 'nanostores';
import { readWhole } from '#lib/read-whole.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import { readPriceTicks } from '#shared/exchange/price.ts';
import { type Bracket, maxBracketTicks, maxOrderContracts, type OrderType } from '#shared/trading/orders.ts';
import { $contract, $tradedAccountId, isOfContract } from './account.ts';
import type { ListedOrder } from './order-updates.ts';
import { $trading, type Trading } from './trading.ts';

export type OrderTicket = {
  readonly side: Side;
  readonly type: OrderType;
  readonly quantity: string;
  readonly price: string;
  readonly hasBracket: boolean;
  readonly target: string;
  readonly stop: string;
  /** The id of a working order to link with; empty for none. */
  readonly ocoWith: string;
};

/** `whole`: not a whole number. `price`: missing or unreadable. `tick`: between two ticks. */
export type OrderTicketError = 'whole' | 'price' | 'tick';

export type OrderTicketErrors = Partial<Readonly<Record<'quantity' | 'price' | 'target' | 'stop', OrderTicketError>>>;

export type TicketOrder = Contract & {
  readonly side: Side;
  readonly type: OrderType;
  readonly quantity: number;
  /** Null for a market order. */
  readonly priceTicks: number | null;
  readonly bracket: Bracket | null;
  readonly ocoWith: string | null;
};

const emptyOrderTicket: OrderTicket = {
  side: 'buy',
  type: 'market',
  quantity: '1',
  price: '',
  hasBracket: false,
  target: '20',
  stop: '10',
  ocoWith: '',
};

export const $orderTicket = atom<OrderTicket>(emptyOrderTicket);

export function setOrderTicket(change: Partial<OrderTicket>): void {
  $orderTicket.set({ ...$orderTicket.get(), ...change });
}

/** Keeps size and bracket for the next order; clears what belonged to the last one. */
export function clearOrderTicket(): void {
  setOrderTicket({ type: 'market', price: '', ocoWith: '' });
}

/** Orders that a new one in this contract can be linked with: working, placed by the trader, and not linked yet. */
export function listLinkable({ orders }: Trading, contract: Contract): readonly ListedOrder[] {
  return orders.filter(
    (order) =>
      order.status === 'working' && order.role === 'own' && order.ocoGroup === null && isOfContract(order, contract),
  );
}

/** Both belong to one account and contract. The type stays, because a limit order mustn't turn into a market order. */
function clearPriceAndLink(): void {
  setOrderTicket({ price: '', ocoWith: '' });
}

/** Clears the link to an order that has been filled, canceled or linked in the meantime. */
function clearStaleLink(): void {
  const { data } = $trading.get();
  const { ocoWith } = $orderTicket.get();
  if (ocoWith === '' || data === undefined) return;
  if (!listLinkable(data, $contract.get()).some(({ id }) => id === ocoWith)) setOrderTicket({ ocoWith: '' });
}

/** Steps the number in a field; the result is at least 1. */
export function stepWhole(text: string, by: number, max: number): string {
  return String(Math.min(max, Math.max(1, (readWhole(text, max) ?? 0) + by)));
}

export function stepQuantity(by: number): void {
  setOrderTicket({ quantity: stepWhole($orderTicket.get().quantity, by, maxOrderContracts) });
}

type ReadOrderTicket =
  | { readonly order: TicketOrder; readonly errors: OrderTicketErrors }
  | { readonly order: null; readonly errors: OrderTicketErrors };

export function readOrderTicket(ticket: OrderTicket, contract: Contract, locale: string): ReadOrderTicket {
  const quantity = readWhole(ticket.quantity, maxOrderContracts);
  const price = ticket.type === 'market' ? 0 : readPriceTicks(contract.instrument, ticket.price, locale);
  const target = readDistance(ticket.target);
  const stop = readDistance(ticket.stop);
  const isEmptyBracket = target === null && stop === null;
  const errors: OrderTicketErrors = {
    ...(quantity === null && { quantity: 'whole' }),
    ...(price === undefined && { price: 'price' }),
    ...(price === null && { price: 'tick' }),
    ...(ticket.hasBracket && target === undefined && { target: 'whole' }),
    ...(ticket.hasBracket && (stop === undefined || isEmptyBracket) && { stop: 'whole' }),
  };
  if (Object.keys(errors).length > 0 || quantity === null) return { order: null, errors };
  const order: TicketOrder = {
    instrument: contract.instrument,
    month: contract.month,
    side: ticket.side,
    type: ticket.type,
    quantity,
    priceTicks: ticket.type === 'market' ? null : (price ?? null),
    bracket: ticket.hasBracket ? { targetTicks: target ?? null, stopTicks: stop ?? null } : null,
    // The ticket hides the link for a market order, so an earlier choice would be sent unseen.
    ocoWith: ticket.type === 'market' ? null : ticket.ocoWith || null,
  };
  return { order, errors };
}

/** A distance in ticks; null for an empty field, undefined if it can't be read. */
function readDistance(text: string): number | null | undefined {
  return text.trim() === '' ? null : (readWhole(text, maxBracketTicks) ?? undefined);
}

$contract.listen(clearPriceAndLink);
$tradedAccountId.listen(clearPriceAndLink);
$trading.listen(clearStaleLink);
