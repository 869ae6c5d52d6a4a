import { z } from 'zod';
import { readCents } from '#lib/money/read.ts';
import { notFound, ServiceError } from '#server/core/deps.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { readForm } from '#server/core/http/read-input.ts';
import { renderCard, renderMissingPayment, renderPayment, returnUrlOf } from './ports/payments/sandbox/page.ts';
import { deliveries } from './ports/payments/sandbox/types.ts';

const choice = z.object({
  /** As the buttons of the page post it. */
  outcome: z
    .enum([
      'processing',
      'paid',
      'requires-authentication',
      'declined',
      'cancelled',
      'disputed',
      'dispute-won',
      'dispute-lost',
    ])
    .transform((outcome) => (outcome === 'cancelled' ? 'canceled' : outcome)),
  delivery: z.enum(deliveries).default('normal'),
  renewals: z.enum(['pay', 'decline']).default('pay'),
  card: z
    .enum(['own', 'shared'])
    .default('own')
    .transform((card) => (card === 'shared' ? card : undefined)),
});

/** What the provider's own staff can do with a payment; `amount` is in dollars. */
const refund = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.enum(['refund', 'refund-pending']),
    amount: z
      .string()
      .transform((dollars) => readCents(dollars, 'en'))
      .pipe(z.int().positive()),
    delivery: z.enum(deliveries).default('normal'),
  }),
  z.object({
    outcome: z.enum(['refund-succeeded', 'refund-failed']),
    refundId: z.string(),
    delivery: z.enum(deliveries).default('normal'),
  }),
]);

const card = z.object({ renewals: z.enum(['pay', 'decline']), back: z.string().max(2_000) });

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

/** The sandbox's payment page. With a real provider or outside the demo there is no admin. */
export const sandboxRoutes: Routes = ({ app, deps }) => {
  const { admin } = deps.payments;
  if (!admin) return;

  function applyRefund(id: string, form: z.output<typeof refund>) {
    const { outcome, delivery } = form;
    if ('refundId' in form)
      return admin?.settleRefund(id, form.refundId, outcome === 'refund-failed' ? 'failed' : 'succeeded', delivery);
    const status = outcome === 'refund' ? 'succeeded' : 'pending';
    return admin?.refundAtProvider(id, { amountCents: form.amount, status }, delivery);
  }

  app.get('/api/dev/pay/:id', async (c) => {
    const payment = await admin.find(c.req.param('id'));
    if (!payment) return c.html(renderMissingPayment(c.get('requestContext').locale), 404, headers);
    return c.html(renderPayment(payment, deps.catalog.site.name), 200, headers);
  });

  app.post('/api/dev/pay/:id', async (c) => {
    const body = await readForm(c);
    const refunded = refund.safeParse(body);
    if (refunded.success) {
      if (!(await applyRefund(c.req.param('id'), refunded.data))) throw notFound();
      return c.redirect(c.req.path, 303);
    }
    const form = choice.safeParse(body);
    if (!form.success) throw new ServiceError(400, 'bad_body');
    const { outcome, delivery, renewals, card } = form.data;
    const payment = await admin.settle(
      c.req.param('id'),
      outcome,
      delivery,
      outcome === 'paid' ? { renewals, card } : {},
    );
    if (!payment) throw notFound();
    return c.redirect(payment.status === 'authenticating' ? c.req.path : returnUrlOf(payment), 303);
  });

  /** Only same-site pages, so the sandbox can't redirect elsewhere. */
  const backTo = (url: string | undefined) => {
    const { origin } = deps.env;
    return url !== undefined && URL.canParse(url) && new URL(url).origin === origin ? url : origin;
  };

  app.get('/api/dev/card/:id', async (c) => {
    const payment = await admin.find(c.req.param('id'));
    if (!payment) return c.html(renderMissingPayment(c.get('requestContext').locale), 404, headers);
    return c.html(renderCard(c.req.query('lang') ?? payment.locale, backTo(c.req.query('back'))), 200, headers);
  });

  app.post('/api/dev/card/:id', async (c) => {
    const form = card.safeParse(await readForm(c));
    if (!form.success) throw new ServiceError(400, 'bad_body');
    if (!(await admin.changeCard(c.req.param('id'), form.data.renewals))) throw notFound();
    return c.redirect(backTo(form.data.back), 303);
  });
};
