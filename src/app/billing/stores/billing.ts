import { atom, computed, map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { goTo } from '#app/shell/stores/navigation.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { normalizeText } from '#lib/normalize-text.ts';
import {
  billingCalendar,
  billingCsv,
  billingPending,
  cancelContract,
  cancelSubscription,
  changeCard,
  documentFile,
  fetchDocument,
  myOrders,
} from '#shared/billing/contract.ts';
import type { DataOf } from '#shared/core/call.ts';

export type Loadable<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly value: Value };

export type HistoryOrder = DataOf<typeof myOrders>['orders'][number];
export type Pending = DataOf<typeof billingPending>;
export type Subscription = Pending['subscriptions'][number];
export type BillingDocument = DataOf<typeof fetchDocument>;

export const $orders = atom<Loadable<readonly HistoryOrder[]>>({ status: 'loading' });
export const $pending = atom<Loadable<Pending>>({ status: 'loading' });
export const $document = atom<Loadable<BillingDocument> | null>(null);
/** The subscription about to be cancelled, and whether the request is running. */
export const $cancelling = map<{ subscription: Subscription | null; busy: boolean }>({
  subscription: null,
  busy: false,
});

/** The text typed to find an order. */
export const $orderSearch = atom('');

const searchable = (text: string) => normalizeText(text).replace(/[\s\p{Pd}]/gu, '');

/** The orders whose number, receipt or name contains the search. */
export const $foundOrders = computed([$orders, $orderSearch], (orders, search) => {
  if (orders.status !== 'ready') return [];
  const term = searchable(search);
  return orders.value.filter(({ orderNumber, name, documents }) =>
    [orderNumber, name, ...documents.map(({ number }) => number)].some((text) => searchable(text).includes(term)),
  );
});

export async function loadOrders(): Promise<void> {
  const result = await send(myOrders, { query: {} });
  $orders.set(result.ok ? { status: 'ready', value: result.data.orders } : { status: 'failed' });
  if (!result.ok) notifyFailure(result.failure);
}

export async function loadPending(): Promise<void> {
  const result = await send(billingPending, {});
  $pending.set(result.ok ? { status: 'ready', value: result.data } : { status: 'failed' });
  if (!result.ok) notifyFailure(result.failure);
}

const firstPollMs = 1_500;
const maxPollMs = 30_000;

/** Polls at growing intervals, because an open bill may be charged automatically, e.g. after a card change. */
export function followPending(): () => void {
  let waitMs = firstPollMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  function pollLater(): void {
    const state = $pending.get();
    if (stopped || state.status !== 'ready' || state.value.bills.length === 0) return;
    timer = setTimeout(poll, waitMs);
    waitMs = Math.min(waitMs * 1.5, maxPollMs);
  }
  async function poll(): Promise<void> {
    const result = await send(billingPending, {});
    if (result.ok && !stopped) $pending.set({ status: 'ready', value: result.data });
    pollLater();
  }
  void loadPending().then(pollLater);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

export async function openDocument(number: string): Promise<void> {
  $document.set({ status: 'loading' });
  const result = await send(fetchDocument, { query: { number } });
  $document.set(result.ok ? { status: 'ready', value: result.data } : null);
  if (!result.ok) notifyFailure(result.failure);
}

export function closeDocument(): void {
  $document.set(null);
}

export function askToCancel(subscription: Subscription | null): void {
  $cancelling.set({ subscription, busy: false });
}

export async function confirmCancel(): Promise<void> {
  const { subscription, busy } = $cancelling.get();
  if (!subscription || busy) return;
  $cancelling.setKey('busy', true);
  const result = await send(cancelSubscription, { body: { subscriptionId: subscription.id } });
  if (!result.ok) notifyFailure(result.failure);
  askToCancel(null);
  await loadPending();
}

/** Goes to the provider's page, which changes the card and leads back here. */
export async function openCardChange(subscriptionId: string): Promise<void> {
  const result = await send(changeCard, { body: { subscriptionId } });
  if (result.ok) goTo(result.data.url);
  else notifyFailure(result.failure);
}

export async function saveDocument(number: string): Promise<void> {
  const file = await fetchFile(documentFile, { query: { number } });
  if (file.ok) saveFile(`${number}.pdf`, file.content);
  else notifyFailure(file.failure);
}

export async function saveHistory(): Promise<void> {
  await save(billingCsv, 'billing-history.csv');
}

export async function saveCalendar(): Promise<void> {
  await save(billingCalendar, 'renewals.ics');
}

async function save(call: typeof billingCsv, name: string): Promise<void> {
  const file = await fetchFile(call, {});
  if (file.ok) saveFile(name, file.content);
  else notifyFailure(file.failure);
}

/** When the server received the statement; null until it is sent. */
export const $declared = atom<DataOf<typeof cancelContract> | null>(null);

export const contractCancellationForm = createForm({
  contract: cancelContract,
  initial: { name: '', email: '', order: '', captcha: '' },
  onSuccess: ({ data }) => $declared.set(data),
});
