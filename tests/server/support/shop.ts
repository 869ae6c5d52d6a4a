import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createPayments } from '#server/billing/ports/payments/create.ts';
import type { PaymentEventType } from '#server/billing/ports/payments/events.ts';
import { writeMessage } from '#server/billing/ports/payments/sandbox/messages.ts';
import { signatureHeader, signBody } from '#server/billing/ports/payments/sandbox/signature.ts';
import type { Delivery } from '#server/billing/ports/payments/sandbox/types.ts';
import type { Deps } from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import type { BodyOf } from '#shared/core/call.ts';
import * as calls from '#shared/orders/contract.ts';
import type { ProviderRefund } from '#shared/orders/provider-refund.ts';
import { startTestApp, type TestApp } from './app.ts';
import { client } from './client.ts';

/** Of the terms as they are published. */
export const termsVersion = /^version: "(.+)"$/m.exec(readFileSync('content/legal/en/terms.md', 'utf8'))?.[1];

type Order = BodyOf<typeof calls.createOrder>;
type Press = 'processing' | 'paid' | 'declined' | 'cancelled' | 'disputed' | 'dispute-won' | 'dispute-lost';
type Opened = { orderId: string; sessionId: string; paymentUrl: string };

/** A complete order form for a Classic 50K without extras, at today's price. */
export function orderForm(change: Partial<Order> = {}): Order {
  return {
    selection: { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic', addOns: [], coupon: '' },
    expectedTotalCents: 14_900,
    email: `buyer-${randomUUID()}@example.com`,
    first_name: 'Ada',
    last_name: 'Buyer',
    country: 'FR',
    termsUse: 1,
    startNow: 1,
    renewalConsent: 1,
    browserSessionId: randomUUID(),
    ...change,
  };
}

/** The server with a sandbox whose webhooks arrive at the same app. */
export async function startShop(
  replace: Partial<Deps> = {},
  options: Parameters<typeof startTestApp>[0] = {},
): Promise<Shop> {
  const base = await startTestApp(options);
  const post: typeof fetch = async (input, init) => server.app.request(new URL(String(input)).pathname, init);
  const server: TestApp = await base.another({ payments: await createPayments(base.deps, post), ...replace });
  return { ...shopOn(server), close: () => base.close() };
}

export function shopOn(server: TestApp) {
  const ask = client(server);
  const { deps } = server;

  async function order(form: Order = orderForm(), idempotencyKey: string = randomUUID()): Promise<Opened> {
    const answer = await ask(calls.createOrder, { body: form, idempotencyKey });
    expect(answer).toMatchObject({ response_status: 200 });
    return answer.data;
  }

  /** `renewals`: the outcome of later renewals, if the form sets one. */
  async function press(
    opened: Pick<Opened, 'paymentUrl'>,
    outcome: Press,
    delivery: Delivery = 'normal',
    renewals?: 'pay' | 'decline',
  ) {
    const { pathname } = new URL(opened.paymentUrl);
    const body = new URLSearchParams({ outcome, delivery, ...(renewals && { renewals }) });
    return server.app.request(pathname, { method: 'POST', body });
  }

  async function result({ orderId, sessionId }: Pick<Opened, 'orderId' | 'sessionId'>) {
    return (await ask(calls.orderResult, { query: { orderId, sessionId } })).data;
  }

  async function row({ orderId }: Pick<Opened, 'orderId'>) {
    return deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  }

  /** The order's credit notes, oldest first. */
  async function creditNotes({ orderId }: Pick<Opened, 'orderId'>) {
    const rows = await deps.db
      .selectFrom('invoice')
      .select('document')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'credit')
      .orderBy('number')
      .execute();
    return rows.map(({ document }) => document);
  }

  /** Posts a signed webhook as the provider would; parts can be made invalid. */
  async function webhook(
    opened: Pick<Opened, 'orderId'>,
    type: PaymentEventType,
    change: {
      eventId?: string;
      amountCents?: number;
      /** By default, everything was refunded at the provider. */
      refunds?: readonly ProviderRefund[];
      currency?: string;
      paymentId?: string;
      signedAt?: Date;
      signature?: string;
    } = {},
  ): Promise<number> {
    const { total_cents, payment_session_id } = await row(opened);
    const payment = {
      id: change.paymentId ?? payment_session_id ?? '',
      order_id: opened.orderId,
      amount_cents: change.amountCents ?? total_cents,
      currency: change.currency ?? 'USD',
    };
    const whole = { id: `re_${opened.orderId}`, status: 'succeeded', requestId: null } as const;
    const refunds = change.refunds ?? [{ ...whole, amountCents: payment.amount_cents }];
    const eventId = change.eventId ?? `evt_${randomUUID()}`;
    const body = writeMessage(eventId, type, payment, deps.clock(), type === 'refunded' ? refunds : undefined);
    const secret = deps.keys.derive('sandbox-payments');
    const signature = change.signature ?? signBody(secret, body, change.signedAt ?? deps.clock());
    const headers = { 'Content-Type': 'application/json', [signatureHeader]: signature };
    return (await server.app.request('/api/webhooks/payments', { method: 'POST', headers, body })).status;
  }

  async function accounts({ orderId }: Pick<Opened, 'orderId'>) {
    return deps.db.selectFrom('trading_account').selectAll().where('order_id', '=', orderId).execute();
  }

  async function actions({ orderId }: Pick<Opened, 'orderId'>): Promise<string[]> {
    const entries = await deps.db
      .selectFrom('audit')
      .select('action')
      .where('entity_id', '=', orderId)
      .orderBy('at')
      .execute();
    return entries.map((entry) => entry.action);
  }

  /** Creates a person with a password and a session directly in the tables. */
  async function signIn() {
    const [personId, now] = [randomUUID(), deps.clock()];
    const email = `known-${personId}@example.com`;
    const names = { first_name: 'Grace', last_name: 'Known', country: 'PT', locale: 'pt' };
    await deps.db
      .insertInto('person')
      .values({ id: personId, email, ...names, password_hash: 'kept', email_verified_at: now, created_at: now })
      .execute();
    return { personId, email, token: await openSession(personId), names };
  }

  /** A token of a person who exists, such as a guest who has paid. */
  async function openSession(personId: string): Promise<string> {
    const [token, now] = [newToken(), deps.clock()];
    const session = { id: randomUUID(), person_id: personId, token_hash: sha256(token), user_agent: '', ip: '' };
    const expires_at = new Date(now.getTime() + 31_536_000_000);
    await deps.db
      .insertInto('session')
      .values({ ...session, created_at: now, expires_at })
      .execute();
    return token;
  }

  /** One paid order, one account, one mail of each kind: the invariant after anything a provider can do. */
  async function expectFulfilledOnce(opened: Opened, email: string): Promise<void> {
    expect((await result(opened)).status).toBe('fulfilled');
    expect(await accounts(opened)).toHaveLength(1);
    const people = await deps.db.selectFrom('person').selectAll().where('email', '=', email).execute();
    expect(people).toHaveLength(1);
    expect((await server.mails(email)).map((mail) => mail.subject).sort()).toEqual(subjectsOfAGuest);
    const done = await actions(opened);
    for (const action of ['order-paid', 'order-fulfilled']) {
      expect(done.filter((each) => each === action)).toHaveLength(1);
    }
  }

  return {
    server,
    ask,
    order,
    press,
    result,
    row,
    creditNotes,
    webhook,
    accounts,
    actions,
    signIn,
    openSession,
    expectFulfilledOnce,
  };
}

export type Shop = ReturnType<typeof shopOn> & { close(): Promise<void> };

const subjectsOfAGuest = ['Classic 50K is ready to trade', 'Your receipt: Classic 50K'];
