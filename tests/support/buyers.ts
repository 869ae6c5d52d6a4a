import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { getCatalog } from '#content/catalog.ts';
import { nextRandom, type Random, seedOf } from '#lib/random.ts';
import type { Delivery } from '#server/billing/ports/payments/sandbox/types.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import * as calls from '#shared/orders/contract.ts';

export type PlacedOrder = { readonly orderId: string; readonly sessionId: string; readonly ending: Ending };

type Ending = 'pay' | 'decline, then pay' | 'decline' | 'cancel' | 'leave';
type Outcome = 'paid' | 'declined' | 'cancelled';
type Opened = { readonly orderId: string; readonly sessionId: string; readonly paymentUrl: string };

const things = [
  { kind: 'evaluation', packageId: 'classic-50k', addOns: [], coupon: '' },
  { kind: 'evaluation', packageId: 'classic-25k', addOns: ['market-data'], coupon: 'TIDE20' },
  { kind: 'evaluation', packageId: 'ascension-100k', addOns: ['funded-reset'], coupon: '' },
  { kind: 'evaluation', packageId: 'merit-50k', addOns: [], coupon: '' },
  { kind: 'trial', packageId: 'trial-classic-50k', addOns: [], coupon: '' },
  { kind: 'thor', packageId: 'thor-yearly', addOns: [], coupon: '' },
] as const;

const endings = {
  pay: 70,
  'decline, then pay': 12,
  decline: 5,
  cancel: 7,
  leave: 6,
} as const satisfies Record<Ending, number>;

const pauseMs = 150;

/** What a buyer does, derived from a seed so that a failing run can be repeated. */
type Plan = {
  /** The buyer's network address, which rate limits count by. */
  readonly from: string;
  readonly email: string;
  readonly selection: (typeof things)[number] & { readonly platform: PlatformName };
  readonly ending: Ending;
  readonly delivery: Delivery;
};

export function makePlans(seed: string, count: number, deliveries: readonly Delivery[]): readonly Plan[] {
  const chance: Random = { random: seedOf(seed) };
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(nextRandom(chance) * items.length)] as Item;
  const weighted = Object.entries(endings).flatMap(([name, weight]) => Array<Ending>(weight).fill(name as Ending));
  let email = '';
  return Array.from({ length: count }, (_, index) => {
    // Every eighth buyer is the previous one buying again at the same time.
    if (index % 8 !== 7) email = `buyer-${seed}-${index}@example.com`;
    const selection = { ...oneOf(things), platform: oneOf(getCatalog().packages.platforms) };
    const from = `2001:db8:${index.toString(16)}::1`;
    return { from, email, selection, ending: oneOf(weighted), delivery: oneOf(deliveries) };
  });
}

/**
 * A buyer whose connection keeps breaking and who retries each step until it gets a response.
 * @param findOrigin returns the origin of any running server
 */
export async function buy(plan: Plan, findOrigin: () => string): Promise<PlacedOrder | null> {
  async function ask(path: string, init: RequestInit): Promise<Response> {
    for (;;) {
      const answer = await fetch(findOrigin() + path, { redirect: 'manual', ...init }).catch(() => null);
      if (answer && answer.status < 500) return answer;
      await wait(pauseMs);
    }
  }

  async function post<Data>(path: string, key: string, body: object): Promise<{ status: number; data: Data }> {
    const headers = { 'Content-Type': 'application/json', [idempotencyHeader]: key, 'X-Forwarded-For': plan.from };
    const answer = await ask(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { data } = (await answer.json()) as { data: Data };
    return { status: answer.status, data };
  }

  const press = ({ paymentUrl }: Opened, outcome: Outcome, delivery: Delivery) =>
    ask(new URL(paymentUrl).pathname, { method: 'POST', body: new URLSearchParams({ outcome, delivery }) });

  const { email, selection, ending, delivery } = plan;
  const quote = await post<{ totalCents: number }>(calls.quoteOrder.path, randomUUID(), { selection });
  const form = {
    selection,
    expectedTotalCents: quote.data.totalCents,
    email,
    ...{ first_name: 'Ada', last_name: 'Buyer', country: 'FR', termsUse: 1, startNow: 1, renewalConsent: 1 },
    browserSessionId: randomUUID(),
  };
  const key = randomUUID();
  // Two tabs submit the same form.
  const tabs = await Promise.all([1, 2].map(() => post<Opened>(calls.createOrder.path, key, form)));
  const refused = tabs.find(({ status }) => status !== 200);
  if (refused) {
    if (refused.status === 409 && selection.kind === 'trial') return null;
    throw new Error(`The order was answered with ${refused.status}`);
  }
  const opened = tabs[0]?.data;
  if (!opened || new Set(tabs.map(({ data }) => data.orderId)).size !== 1) throw new Error('Two tabs, two orders');
  if (ending === 'decline, then pay') await press(opened, 'declined', 'late');
  if (ending === 'decline') await press(opened, 'declined', delivery);
  if (ending === 'cancel') await press(opened, 'cancelled', delivery);
  if (ending === 'pay' || ending === 'decline, then pay') {
    await Promise.all([press(opened, 'paid', delivery), press(opened, 'paid', delivery)]);
  }
  return { orderId: opened.orderId, sessionId: opened.sessionId, ending };
}
