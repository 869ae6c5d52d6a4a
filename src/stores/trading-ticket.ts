import { atom } from 'nanostores';
import type { Contract } from '../domain/instrument/contract-month.ts';
import { readPriceTicks } from '../domain/instrument/price.ts';
import {
  type Bracket,
  maxBracketTicks,
  maxOrderContracts,
  type OrderSide,
  type OrderType,
} from '../domain/trading/orders.ts';
import { readWhole } from '../lib/read-whole.ts';
import type { TradingOrder } from './order-updates.ts';
import { $trading, type Trading } from './trading.ts';
import { $contract, $tradedAccountId, isOfContract } from './trading-account.ts';

/** The order ticket as typed. */
export type Ticket = {
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly quantity: string;
  readonly price: string;
  readonly hasBracket: boolean;
  readonly target: string;
  readonly stop: string;
  /** The id of a working order to link with; empty for none. */
  readonly ocoWith: string;
};

/** A whole number is expected, a price is missing or unreadable, or it lies between two ticks. */
export type TicketError = 'whole' | 'price' | 'tick';

export type TicketErrors = Partial<Readonly<Record<'quantity' | 'price' | 'target' | 'stop', TicketError>>>;

/** An order as read from the ticket. */
export type TicketOrder = Contract & {
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly quantity: number;
  /** Null for a market order. */
  readonly priceTicks: number | null;
  readonly bracket: Bracket | null;
  readonly ocoWith: string | null;
};

const emptyTicket: Ticket = {
  side: 'buy',
  type: 'market',
  quantity: '1',
  price: '',
  hasBracket: false,
  target: '20',
  stop: '10',
  ocoWith: '',
};

export const $ticket = atom<Ticket>(emptyTicket);

export function setTicket(change: Partial<Ticket>): void {
  $ticket.set({ ...$ticket.get(), ...change });
}

/** Size and bracket stay for the next order; what belonged to the last one goes. */
export function clearTicket(): void {
  setTicket({ type: 'market', price: '', ocoWith: '' });
}

/** Orders that a new one of this contract can be linked with: working, the trader's own, and not linked yet. */
export function listLinkable({ orders }: Trading, contract: Contract): readonly TradingOrder[] {
  return orders.filter(
    (order) =>
      order.status === 'working' && order.role === 'own' && order.ocoGroup === null && isOfContract(order, contract),
  );
}

/** Both belong to one account and contract. The type stays: a limit order mustn't turn into a market order. */
function clearPriceAndLink(): void {
  setTicket({ price: '', ocoWith: '' });
}

/** An order that was filled, cancelled or linked meanwhile can't be linked with any more. */
function clearStaleLink(): void {
  const state = $trading.get();
  const { ocoWith } = $ticket.get();
  if (ocoWith === '' || state.status !== 'ready') return;
  if (!listLinkable(state.trading, $contract.get()).some(({ id }) => id === ocoWith)) setTicket({ ocoWith: '' });
}

/** The number in a field, some steps away and at least 1. */
export function stepWhole(text: string, by: number, most: number): string {
  return String(Math.min(most, Math.max(1, (readWhole(text, most) ?? 0) + by)));
}

export function stepQuantity(by: number): void {
  setTicket({ quantity: stepWhole($ticket.get().quantity, by, maxOrderContracts) });
}

type ReadTicket =
  | { readonly order: TicketOrder; readonly errors: TicketErrors }
  | { readonly order: null; readonly errors: TicketErrors };

/** The ticket as an order, or what is wrong with its fields. */
export function readTicket(ticket: Ticket, contract: Contract, locale: string): ReadTicket {
  const quantity = readWhole(ticket.quantity, maxOrderContracts);
  const price = ticket.type === 'market' ? 0 : readPriceTicks(contract.instrument, ticket.price, locale);
  const target = readDistance(ticket.target);
  const stop = readDistance(ticket.stop);
  const isBare = target === null && stop === null;
  const errors: TicketErrors = {
    ...(quantity === null && { quantity: 'whole' }),
    ...(price === undefined && { price: 'price' }),
    ...(price === null && { price: 'tick' }),
    ...(ticket.hasBracket && target === undefined && { target: 'whole' }),
    ...(ticket.hasBracket && (stop === undefined || isBare) && { stop: 'whole' }),
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
    // The ticket shows no link for a market order: one chosen before would be sent unseen.
    ocoWith: ticket.type === 'market' ? null : ticket.ocoWith || null,
  };
  return { order, errors };
}

/** Null for an empty field, undefined for one that can't be read. */
function readDistance(text: string): number | null | undefined {
  return text.trim() === '' ? null : (readWhole(text, maxBracketTicks) ?? undefined);
}

$contract.listen(clearPriceAndLink);
$tradedAccountId.listen(clearPriceAndLink);
$trading.listen(clearStaleLink);
