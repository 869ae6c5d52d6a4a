import type * as z from 'zod/mini';
import { latinNameOf } from '#lib/person-name.ts';
import { attributeSale } from '#server/affiliates/attribute.ts';
import { confirmVatNumber } from '#server/billing/vat-numbers/confirm.ts';
import { taxColumns } from '#server/catalog/tax.ts';
import { checkTaxedBuyer, readTaxedBuyer } from '#server/catalog/taxed-buyer.ts';
import { findRow } from '#server/core/database/rows.ts';
import {
  type Actor,
  type Deps,
  invalid,
  newId,
  type RequestContext,
  ServiceError,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import type * as calls from '#shared/orders/contract.ts';
import { isUnpaid } from '#shared/orders/machine.ts';
import { buyerScope } from '../buyer-scope.ts';
import { isLimitedCoupon, reserveCoupon } from '../coupon.ts';
import { queueContract } from '../fulfillment/queue-mails.ts';
import { cancelReplaced } from '../lock-purchase.ts';
import { pickOrderNumber } from '../pick-number.ts';
import { getProduct } from '../products/registry.ts';
import type { OrderRow } from '../tables.ts';
import { recordConsents } from './consents.ts';
import { describeDuplicate, findDuplicateOrder } from './find-duplicate.ts';
import { openPayment } from './open-payment.ts';
import { type QuotedPurchase, quoteOrder } from './quote.ts';

type OrderForm = z.output<typeof calls.createOrder.body>;
type Request = {
  readonly requestContext: RequestContext;
  readonly actor: Actor | null;
  readonly idempotencyKey: string;
  readonly form: OrderForm;
};

/** How long an order can be paid; payment pages stay open for the same time. */
const paymentWindowMs = 2 * 60 * 60 * 1000;

/**
 * Creates an order and opens its payment. The same key and body always yield the same order, even concurrently. If the
 * buyer has a different unpaid order for the same product, the new one replaces it.
 * @throws {ServiceError} 409 `account_needed` for a guest's free order, `idempotency_conflict` for a key reused with another body, `price_changed` with the new
 * quote, `ordered_before` with the earlier order or `order_replaced` if a newer order has replaced this one; 503 if the
 * payment provider doesn't answer (retry with the same key)
 */
export async function createOrder(deps: Deps, request: Request): Promise<z.output<typeof calls.createOrder.data>> {
  const order = (await findByKey(deps, request)) ?? (await insertOrder(deps, request));
  if (order.request_hash !== hashOf(request)) throw new ServiceError(409, 'idempotency_conflict');
  const opened = await openPayment(deps, order);
  return { orderId: opened.id, sessionId: opened.session_id, paymentUrl: opened.payment_url };
}

function scopeOf({ actor, requestContext, form }: Request): string {
  return buyerScope(actor, form.browserSessionId) ?? `address:${requestContext.ip}`;
}

function hashOf({ form }: Request): string {
  // The browser, the captcha and the confirmation of a repeated order don't change what is ordered.
  const { browserSessionId: _browser, again: _again, captcha: _captcha, ...rest } = form;
  return sha256(JSON.stringify(rest));
}

async function findByKey(deps: Deps, request: Request): Promise<OrderRow | undefined> {
  return findRow(deps.db, 'orders', { idempotency_scope: scopeOf(request), idempotency_key: request.idempotencyKey });
}

async function insertOrder(deps: Deps, request: Request): Promise<OrderRow> {
  const { form, actor, requestContext } = request;
  const { selection } = form;
  const scope = buyerScope(actor, form.browserSessionId);
  const taxed = await readTaxedBuyer(deps, form);
  const { locale } = requestContext;
  const quoted = await quoteOrder(deps, {
    selection,
    buyer: taxed.buyer,
    scope,
    personId: actor?.personId ?? null,
    locale,
  });
  const { quote, code } = quoted;
  if (quote.totalCents !== form.expectedTotalCents) throw new ServiceError(409, 'price_changed', { data: quote });
  if (quote.needsRenewalConsent && form.renewalConsent !== 1) throw invalid({ renewalConsent: ['renewal'] });
  await checkBuyer(deps, request, quoted);
  // A subscription is billed to whom its contract names.
  if (quote.billedTo === null) checkTaxedBuyer(form, taxed);
  await checkCaptcha(deps, request, code);
  // A job asks about the number of a contract, which was asked about when it was entered.
  const vatCheck = quote.billedTo === null ? await confirmVatNumber(deps, quoted.buyer) : null;
  const { browserSessionId } = form;
  const buyer = { personId: actor?.personId ?? null, email: actor?.email ?? form.email };
  const attribution = await attributeSale(deps, { coupon: code, browserSessionId, ...buyer });
  const inserted = await deps.db.transaction().execute(async (trx) => {
    const earlier = await findOwnEarlier(deps, trx, request, quoted);
    if (earlier && (!isUnpaid(earlier) || earlier.request_hash === hashOf(request))) {
      throw new ServiceError(409, 'ordered_before', { data: { earlier: describeDuplicate(earlier) } });
    }
    const id = newId();
    const auditActor = actor ? `person:${actor.personId}` : 'guest';
    // First, because the new order may take the coupon that the old one holds.
    if (earlier) await cancelReplaced(deps, trx, earlier, id, auditActor);
    const row = await trx
      .insertInto('orders')
      .values({
        ...toRow(deps, request, quoted),
        id,
        purchase_id: earlier?.purchase_id ?? id,
        revision: earlier ? earlier.revision + 1 : 0,
        number: await pickOrderNumber(trx),
        postal_code: quoted.buyer.postalCode,
        ...taxColumns(deps, quoted.buyer),
        vat_check: vatCheck && JSON.stringify(vatCheck),
        coupon: code,
        affiliate_id: attribution?.affiliateId ?? null,
        affiliate_via: attribution?.via ?? null,
        affiliate_click_id: attribution?.clickId ?? null,
      })
      .onConflict((conflict) => conflict.columns(['idempotency_scope', 'idempotency_key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    if (quote.contractFirstIn !== null) await queueContract(deps, trx, row, quote.contractFirstIn);
    const isCouponTaken =
      code === null || (await reserveCoupon(deps, trx, { orderId: row.id, code, email: row.email }));
    if (!isCouponTaken) throw new ServiceError(409, 'coupon_used');
    const details = { kind: row.kind, packageId: row.package_id, totalCents: row.total_cents };
    await writeAudit(deps, trx, auditActor, 'order-created', ['order', row.id], details);
    return row;
  });
  const order = inserted ?? (await findByKey(deps, request));
  if (!order) throw new Error('The order with the same key has disappeared');
  return order;
}

/** People on one network share its IP address, so without a browser id no earlier order is shown. */
async function findOwnEarlier(deps: Deps, trx: Trx, request: Request, { purchase }: QuotedPurchase) {
  const { actor, form, idempotencyKey: key } = request;
  const scope = buyerScope(actor, form.browserSessionId);
  return form.again === 1 || scope === null ? undefined : findDuplicateOrder(deps, trx, { scope, key, purchase });
}

/** Guests are free to invent, so a guest with a limited coupon must solve a captcha; nobody else has to. */
async function checkCaptcha(deps: Deps, { actor, form, requestContext }: Request, code: string | null) {
  if (actor !== null || code === null || !(await isLimitedCoupon(deps, code))) return;
  const isSolved = form.captcha && (await deps.captcha.verify(form.captcha, requestContext.ip));
  if (!isSolved) throw invalid({ captcha: ['captcha'] });
}

/** Checks what depends on the buyer. Free orders require a signed-in person. */
async function checkBuyer(deps: Deps, { actor, form }: Request, { quote, purchase }: QuotedPurchase): Promise<void> {
  const { selection, email } = form;
  const { country } = quote.billedTo ?? form;
  if (deps.catalog.countries.refused.includes(country)) throw invalid({ country: ['country'] });
  if (quote.totalCents === 0 && actor === null) throw new ServiceError(409, 'account_needed');
  await getProduct(purchase.kind).checkBuyer?.(deps, actor?.email ?? email, selection);
}

function toRow(deps: Deps, request: Request, { quote, purchase }: QuotedPurchase) {
  const { requestContext, actor, form } = request;
  const now = deps.clock();
  const startNow = form.startNow === 1 && quote.needsStartConsent;
  const { locale } = requestContext;
  const { contractFirstIn } = quote;
  const { first_name, last_name, country, company_name } = quote.billedTo ?? form;
  const isChosen = contractFirstIn !== null && form.contractInLocale === 1;
  return {
    session_id: newToken(),
    kind: purchase.kind,
    status: 'draft' as const,
    // A guest's order goes to the person with that address only once it is paid.
    person_id: actor?.personId ?? null,
    email: actor?.email ?? form.email,
    first_name,
    last_name,
    latin_name: latinNameOf(quote.billedTo ?? form),
    country,
    company_name: company_name || null,
    locale: isChosen ? locale : (contractFirstIn ?? locale),
    name: quote.name,
    package_id: purchase.packageId,
    platform: purchase.platform,
    account_id: purchase.account?.id ?? null,
    bill_id: purchase.bill?.id ?? null,
    details: JSON.stringify({
      ...purchase.details,
      ...(quote.promotion?.status === 'declined' && { withoutPromotion: true }),
    }),
    rules_version: purchase.account?.rules_version ?? deps.catalog.packages.rulesVersion,
    lines: JSON.stringify(quote.lines),
    total_cents: quote.totalCents,
    currency: quote.currency,
    start_now: startNow,
    consents: JSON.stringify(
      recordConsents({
        ...{ at: now, ip: requestContext.ip, locale, startNow },
        choosesLanguage: isChosen,
        renewal: quote.needsRenewalConsent ? quote.renewal : null,
      }),
    ),
    idempotency_scope: scopeOf(request),
    idempotency_key: request.idempotencyKey,
    request_hash: hashOf(request),
    payment_provider: deps.payments.name,
    payment_session_id: null,
    payment_url: null,
    created_at: now,
    expires_at: new Date(now.getTime() + paymentWindowMs),
  };
}
