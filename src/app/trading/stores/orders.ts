import { atom } from 'nanostores';
import { safeParse } from 'zod/mini';
import { send } from '#app/http/call.ts';
import type { Failure } from '#app/http/failure.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { callErrorToastMs } from '#shared/core/constants.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { fetchTrading, placeTradingOrder, reversePosition, tradingRejection } from '#shared/trading/contract.ts';
import type { RemainingLimits, TradingRule } from '#shared/trading/decide-trading.ts';
import { isSameContract } from '#shared/trading/orders.ts';
import { $contract, $tradedAccountId, isOfContract } from './account.ts';
import { $orderTicket, clearOrderTicket, readOrderTicket, type TicketOrder } from './order-ticket.ts';
import { $quote } from './quote.ts';
import { $tradingSettings } from './settings.ts';
import { $trading, showTrading, type Trading } from './trading.ts';

/** What the trader is about to do and may review first. */
export type Intent =
  | { readonly kind: 'place'; readonly order: TicketOrder }
  | { readonly kind: 'reverse'; readonly contract: Contract };

export type Review = {
  /** The same for all attempts at this intent, so that the server accepts it once. */
  readonly requestId: string;
  readonly accountId: string;
  readonly intent: Intent;
  /** `checking`: the response was lost and the order is being looked up. `missing`: the order never arrived. */
  readonly phase: 'open' | 'sending' | 'checking' | 'missing';
  /** Sent without a review. */
  readonly isQuick: boolean;
};

/** Why the server rejected the last order: its contract, the rule, and what is left under the rule. */
export type OrderRejection = {
  readonly message: string;
  readonly contract: Contract;
  readonly rule: TradingRule | null;
  readonly remaining: RemainingLimits | null;
};

export const $review = atom<Review | null>(null);
export const $orderRejection = atom<OrderRejection | null>(null);
/** How an order of unknown outcome turned out, until the next order. */
export const $lookupResult = atom<'arrived' | null>(null);

/** The prices on screen and the event, by its `timeStamp`: a busy page may get to the second click of two much later. */
export type Press = { readonly dataAt: number; readonly pressedAt: number };

/** An identical click or key press within this time of the first counts as the same order. */
const sameOrderMs = 500;
const lookUpEveryMs = 2_000;

let last = { key: '', at: Number.NEGATIVE_INFINITY };

/**
 * Opens the review of an order, or sends it at once if one-click orders are on.
 * @param isReviewed whether the trader has already seen what the order does, so that it is sent now
 */
export async function propose(intent: Intent, { dataAt, pressedAt }: Press, isReviewed = false): Promise<void> {
  const accountId = $tradedAccountId.get();
  if (accountId === null || isBusy($review.get())) return;
  const isQuick = $tradingSettings.get().oneClick && !isReviewed;
  const key = JSON.stringify([accountId, intent]);
  if ((isQuick || isReviewed) && key === last.key && pressedAt - last.at < sameOrderMs) return;
  $orderRejection.set(null);
  $lookupResult.set(null);
  $review.set({ requestId: crypto.randomUUID(), accountId, intent, phase: 'open', isQuick });
  if (!isQuick && !isReviewed) return;
  last = { key, at: pressedAt };
  await sendReviewed(dataAt);
}

/** Proposes the ticket's size and bracket at another price: one of the ladder's, or the best one for a hotkey. */
export async function proposeAt(change: Pick<TicketOrder, 'side' | 'type' | 'priceTicks'>, press: Press) {
  const { order } = readOrderTicket({ ...$orderTicket.get(), type: 'market' }, $contract.get(), '');
  if (order !== null) await propose({ kind: 'place', order: { ...order, ...change } }, press);
}

/** Proposes to reverse the position in the contract on screen; does nothing without one. */
export async function proposeReversal(pressedAt: number): Promise<void> {
  const contract = $contract.get();
  const isHeld = $trading.get().data?.positions.some((each) => isOfContract(each, contract));
  if (isHeld) await propose({ kind: 'reverse', contract }, { dataAt: $quote.get()?.at ?? 0, pressedAt });
}

/** Goes back to the ticket, unless the order is being sent. */
export function leaveReview(): void {
  if (!isBusy($review.get())) $review.set(null);
}

/** Sends the reviewed order once, however often the button is pressed. */
export async function sendReviewed(dataAt: number): Promise<void> {
  const review = $review.get();
  if (review === null || isBusy(review)) return;
  $orderRejection.set(null);
  $review.set({ ...review, phase: 'sending' });
  const result = await request(review, dataAt);
  if (result.ok) finish(review, result.data.trading);
  else if (isAnswer(result.failure)) showRejection(review, result.failure);
  else await lookUp(review);
}

function request({ intent, requestId, accountId: account }: Review, dataAt: number) {
  if (intent.kind === 'reverse') {
    const { instrument, month } = intent.contract;
    return send(reversePosition, { body: { requestId, account, instrument, month, dataAt } });
  }
  const { priceTicks, bracket, ocoWith, ...order } = intent.order;
  const body = {
    ...{ requestId, account, dataAt, ...order },
    ...(priceTicks !== null && { priceTicks }),
    ...(bracket !== null && { bracket }),
    ...(ocoWith !== null && { ocoWith }),
  };
  return send(placeTradingOrder, { body });
}

export function contractOfIntent(intent: Intent): Contract {
  return intent.kind === 'place' ? intent.order : intent.contract;
}

function isOnScreen({ accountId, intent }: Review): boolean {
  return accountId === $tradedAccountId.get() && isSameContract(contractOfIntent(intent), $contract.get());
}

function finish(review: Review, trading: Trading): void {
  showTrading(trading);
  $review.set(null);
  if (review.intent.kind === 'place' && isOnScreen(review)) clearOrderTicket();
}

const serverFault = 500;

/** Whether a review's order is on its way or being looked up, so that nothing else is sent. */
export function isBusy(review: Review | null): boolean {
  return review?.phase === 'sending' || review?.phase === 'checking';
}

/** Whether the trader sees the review: a quick order has one only while nobody knows what became of it. */
export function isUnderReview(review: Review | null): review is Review {
  return review !== null && (!review.isQuick || review.phase === 'checking');
}

/** Whether the server has decided; otherwise it is unknown whether the order was placed. */
function isAnswer(failure: Failure): boolean {
  return failure.kind === 'canceled' || (failure.kind === 'status' && failure.status < serverFault);
}

function showRejection(review: Review, failure: Failure): void {
  const isShown = isOnScreen(review);
  $review.set(review.isQuick || !isShown ? null : { ...review, requestId: crypto.randomUUID(), phase: 'open' });
  if (failure.kind !== 'status') return;
  if (!isShown || failure.message === '' || Object.keys(failure.fields).length > 0) notifyFailure(failure);
  else {
    const { rule = null, remaining = null } = safeParse(tradingRejection, failure.data).data ?? {};
    $orderRejection.set({ message: failure.message, contract: contractOfIntent(review.intent), rule, remaining });
  }
  void $trading.refresh();
}

/** Looks up an order whose response was lost. It isn't sent again unless the trader chooses to. */
async function lookUp(review: Review): Promise<void> {
  const isCurrent = () => $review.get()?.requestId === review.requestId;
  $review.set({ ...review, phase: 'checking' });
  while (isCurrent()) {
    const found = await send(fetchTrading, { query: { account: review.accountId } });
    if (!isCurrent()) return;
    if (found.ok) {
      const hasArrived = found.data.orders.some(({ requestId }) => requestId === review.requestId);
      if (hasArrived) showArrived(review, found.data);
      else showMissing(review);
      return;
    }
    await new Promise((done) => setTimeout(done, lookUpEveryMs));
  }
}

function showArrived(review: Review, trading: Trading): void {
  const isShown = isOnScreen(review);
  finish(review, trading);
  if (isShown) $lookupResult.set('arrived');
  else notify('success', { key: 'order_arrived' }, callErrorToastMs);
}

function showMissing(review: Review): void {
  if (isOnScreen(review)) {
    $review.set({ ...review, phase: 'missing', isQuick: false });
    return;
  }
  $review.set(null);
  notify('warning', { key: 'order_missing' }, callErrorToastMs);
}

/** Clears the review and the outcome, which belong to the previous screen. */
function leaveScreen(): void {
  leaveReview();
  $orderRejection.set(null);
  $lookupResult.set(null);
}

$tradedAccountId.listen(leaveScreen);
$contract.listen(leaveScreen);
