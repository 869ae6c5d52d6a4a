import { atom, computed, map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { goTo } from '#app/shell/stores/navigation.ts';
import { createResource, pollWhile } from '#app/shell/stores/resource.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { normalizeText } from '#lib/normalize-text.ts';
import * as calls from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import type { DataOf } from '#shared/core/call.ts';

export type HistoryOrder = DataOf<typeof myOrders>['orders'][number];
export type Pending = DataOf<typeof calls.billingPending>;
export type Subscription = Pending['subscriptions'][number];
export type BillingDocument = DataOf<typeof calls.fetchDocument>;

export const $orders = createResource(() => send(myOrders, { query: {} }));
export const $pending = createResource(() => send(calls.billingPending, {}));
/** The open document; `closed` also if it can't be loaded. */
export const $document = createResource((number: string) => send(calls.fetchDocument, { query: { number } }), {
  initial: 'closed',
});
/** The subscription about to be canceled, and whether the request is running. */
export const $canceling = map<{ subscription: Subscription | null; busy: boolean }>({
  subscription: null,
  busy: false,
});

export const $orderSearch = atom('');

const searchable = (text: string) => normalizeText(text).replace(/[\s\p{Pd}]/gu, '');

export const $foundOrders = computed([$orders, $orderSearch], (orders, search) => {
  const term = searchable(search);
  return (orders.data?.orders ?? []).filter(({ orderNumber, name, documents }) =>
    [orderNumber, name, ...documents.map(({ number }) => number)].some((text) => searchable(text).includes(term)),
  );
});

/** Polls at growing intervals, because an open bill may be charged automatically, e.g. after a card change. */
export function followPending(): () => void {
  void $pending.load();
  return pollWhile($pending, ({ bills }) => bills.length > 0, { firstMs: 1_500, maxMs: 30_000 });
}

export async function openDocument(number: string): Promise<void> {
  await $document.load(number);
  if ($document.get().status === 'failed') $document.clear();
}

export function askToCancel(subscription: Subscription | null): void {
  $canceling.set({ subscription, busy: false });
}

export async function confirmCancel(): Promise<void> {
  const { subscription, busy } = $canceling.get();
  if (!subscription || busy) return;
  $canceling.setKey('busy', true);
  const result = await send(calls.cancelSubscription, { body: { subscriptionId: subscription.id } });
  if (!result.ok) notifyFailure(result.failure);
  askToCancel(null);
  await $pending.load();
}

export async function resume(subscriptionId: string): Promise<void> {
  const result = await send(calls.resumeSubscription, { body: { subscriptionId } });
  if (!result.ok) notifyFailure(result.failure);
  await $pending.load();
}

/** Goes to the provider's page, which changes the card and leads back here. */
export async function openCardChange(subscriptionId: string): Promise<void> {
  const result = await send(calls.changeCard, { body: { subscriptionId } });
  if (result.ok) goTo(result.data.url);
  else notifyFailure(result.failure);
}

export function saveDocument(number: string): Promise<void> {
  return download(`${number}.pdf`, calls.documentFile, { query: { number } });
}

export async function saveHistory(): Promise<void> {
  await save(calls.billingCsv, 'billing-history.csv');
}

export async function saveCalendar(): Promise<void> {
  await save(calls.billingCalendar, 'renewals.ics');
}

function save(call: typeof calls.billingCsv | typeof calls.billingCalendar, name: string): Promise<void> {
  return download(name, call, {});
}

export type DeclarationKind = 'withdrawal' | 'cancellation';

/** When the server received the statement; null until it is sent. */
export const $declared = atom<DataOf<typeof calls.cancelContract> | null>(null);

const statement = { name: '', email: '', order: '', captcha: '' };

export const withdrawalForm = createForm({
  contract: calls.cancelContract,
  initial: statement,
  onSuccess: ({ data }) => $declared.set(data),
});

export const cancellationForm = createForm({
  contract: calls.declareSubscriptionEnd,
  initial: { ...statement, kind: 'ordinary', reason: '', endsOn: '' } as const,
  onSuccess: ({ data }) => $declared.set(data),
});
