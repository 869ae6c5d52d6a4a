import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type RecordedRequest = { method: string; path: string; form: URLSearchParams; idempotencyKey: string | undefined };

type StripeRefund = { id: string; amount: number; payment_intent: string | null; status: string; metadata?: object };

type Session = Record<string, unknown> & { id: string };

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

/** The life of a PaymentIntent: https://docs.stripe.com/payments/paymentintents/lifecycle */
export const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'canceled',
  'succeeded',
] as const;

function chargeCard(form: URLSearchParams): { status: number; body: unknown } {
  const intent = {
    id: 'pi_renewal',
    object: 'payment_intent',
    // `pm_processing` and the like name the status that the bank leaves the payment in.
    status: intentStatuses.find((each) => form.get('payment_method') === `pm_${each}`) ?? 'succeeded',
    amount: Number(form.get('amount')),
    currency: form.get('currency'),
    customer: form.get('customer'),
    metadata: { renewal_order_id: form.get('metadata[renewal_order_id]') },
  };
  if (form.get('payment_method') !== 'pm_declined') return { status: 200, body: intent };
  const error = {
    type: 'card_error',
    code: 'card_declined',
    message: 'Your card was declined.',
    payment_intent: intent,
  };
  return { status: 402, body: { error } };
}

/** The Stripe endpoints that we use, over real HTTP: sessions by idempotency key, coupons, look-ups. */
export async function startStripeApi() {
  const seen: RecordedRequest[] = [];
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, unknown>();
  /** The card each customer chose. */
  const defaults = new Map<string, string>();
  const intents = new Map<string, object>();
  const refunds: StripeRefund[] = [];
  const lists: Record<string, unknown[]> = { payment_methods: [] };
  /** By payout. */
  const balanceTransactions: Record<string, unknown[]> = {};
  let down = false;
  let hanging = false;
  let garbage = false;

  function respondTo(method: string, url: URL, form: URLSearchParams): { status: number; body: unknown } {
    const [, , resource = '', second = '', third = ''] = url.pathname.split('/');
    if (method === 'POST' && resource === 'coupons')
      return { status: 200, body: { id: `co_${seen.length}`, object: 'coupon' } };
    if (method === 'POST' && resource === 'checkout') {
      const session: Session = {
        id: `cs_test_${sessions.size + 1}`,
        object: 'checkout.session',
        url: `https://checkout.stripe.com/c/pay/cs_test_${sessions.size + 1}`,
        status: 'open',
        payment_status: 'unpaid',
        client_reference_id: form.get('client_reference_id'),
        metadata: { order_id: form.get('metadata[order_id]') },
        currency: 'usd',
        amount_total: null,
        invoice: null,
      };
      sessions.set(session.id, session);
      return { status: 200, body: session };
    }
    if (resource === 'checkout' && third) {
      const session = sessions.get(third);
      const isExpanded = url.searchParams.getAll('expand[0]').includes('payment_intent');
      const intent = intents.get(String(session?.['payment_intent']));
      return session
        ? { status: 200, body: isExpanded && intent ? { ...session, payment_intent: intent } : session }
        : { status: 404, body: { error: { message: 'No such session' } } };
    }
    if (resource === 'checkout') {
      const [name, value] = [...url.searchParams].find(([key]) => key !== 'limit') ?? [];
      const data = [...sessions.values()].filter((session) => name !== undefined && session[name] === value);
      return { status: 200, body: { object: 'list', data, has_more: false } };
    }
    if (resource === 'customers') {
      const chosen = defaults.get(second);
      const isExpanded = url.search.includes('default_payment_method');
      const settings = { default_payment_method: isExpanded && chosen ? { id: chosen } : (chosen ?? null) };
      return { status: 200, body: { id: second || 'cus_new', object: 'customer', invoice_settings: settings } };
    }
    if (resource === 'billing_portal')
      return { status: 200, body: { url: 'https://billing.stripe.com/p/session/one' } };
    if (resource === 'payment_intents' && method === 'GET') return { status: 200, body: intents.get(second) };
    if (resource === 'refunds' && method === 'GET') {
      const made = refunds.filter((each) => each.payment_intent === url.searchParams.get('payment_intent')).reverse();
      return { status: 200, body: { object: 'list', data: made, has_more: false } };
    }
    if (resource === 'refunds') {
      const metadata = Object.fromEntries(
        [...form].flatMap(([name, value]) => {
          const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
          return key === undefined ? [] : [[key, value]];
        }),
      );
      const facts = { amount: Number(form.get('amount')), currency: 'usd', status: 'pending', metadata };
      const refund = {
        id: `re_${refunds.length}`,
        object: 'refund',
        payment_intent: form.get('payment_intent'),
        ...facts,
      };
      refunds.push(refund);
      return { status: 200, body: refund };
    }
    if (resource === 'payment_intents' && method === 'POST') return chargeCard(form);
    if (resource === 'balance_transactions') {
      const data = balanceTransactions[url.searchParams.get('payout') ?? ''] ?? [];
      return { status: 200, body: { object: 'list', data, has_more: false } };
    }
    return { status: 200, body: { object: 'list', data: lists[resource] ?? [], has_more: false } };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe.local');
    const form = await readForm(request);
    const key = request.headers['idempotency-key'];
    const idempotencyKey = typeof key === 'string' ? key : undefined;
    const method = request.method ?? 'GET';
    if (hanging) return;
    seen.push({ method, path: url.pathname, form, idempotencyKey });
    const known = idempotencyKey === undefined ? undefined : byKey.get(idempotencyKey);
    const answer = down
      ? { status: 500, body: { error: { message: 'down', type: 'api_error' } } }
      : known
        ? { status: 200, body: known }
        : respondTo(method, url, form);
    if (idempotencyKey !== undefined && answer.status === 200) byKey.set(idempotencyKey, answer.body);
    if (garbage) return void response.writeHead(200).end('<html>We’ll be back soon');
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;

  return {
    api: { protocol: 'http', host: '127.0.0.1', port } as const,
    seen,
    sessions,
    refunds,
    forgetKeys: () => byKey.clear(),
    lists,
    balanceTransactions,
    defaults,
    intents,
    setDown(value: boolean) {
      down = value;
    },
    setHanging(value: boolean) {
      hanging = value;
    },
    setGarbage(value: boolean) {
      garbage = value;
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}
