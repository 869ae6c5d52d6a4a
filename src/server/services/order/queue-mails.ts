import { includedTaxCents } from '../../../domain/order/tax.ts';
import type { ConsentRecord } from '../../db/columns.ts';
import type { Deps, Trx } from '../../deps.ts';
import { issueCode } from '../code/issue.ts';
import { queueMail } from '../mail/queue.ts';
import { findNextCharge } from '../subscription/next-charge.ts';
import { nameOfOrder } from './name.ts';
import { startLink } from './start-link.ts';
import type { OrderRow } from './transition.ts';
import { resultUrl } from './urls.ts';

/** The receipt of a paid order. */
export async function queueReceipt(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const { legalName, seller } = deps.catalog.site;
  const paidAt = (order.paid_at ?? deps.clock()).getTime();
  const beginsAt = order.begins_at?.getTime() ?? paidAt;
  const consent = order.consents.find(({ text }) => text === 'start_now');
  const invoice = await trx
    .selectFrom('invoice')
    .select(['number', 'document'])
    .where('order_id', '=', order.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  await queueMail(deps, trx, {
    dedupeKey: `order-confirmed:${order.id}`,
    recipient: order.email,
    locale: order.locale,
    template: 'order-confirmed',
    values: {
      firstName: order.first_name,
      orderNumber: order.number,
      invoice: invoice?.number ?? null,
      name: nameOfOrder(deps, order),
      lines: order.lines,
      totalCents: order.total_cents,
      taxCents: includedTaxCents(order.total_cents, order.tax_bps),
      paidAt,
      nextCharge: invoice ? invoice.document.nextCharge : await findNextCharge(deps, trx, order),
      seller: [legalName, ...seller.address].join(', '),
      sellerTaxNumber: seller.taxNumber,
      isSample: seller.sample,
      company: order.company_name,
      vatNumber: order.vat_number,
      beginsAt: beginsAt > paidAt ? beginsAt : null,
      startUrl: beginsAt > paidAt ? startLink(deps, order.id) : null,
      consentVersion: consent?.version ?? null,
      link: resultUrl(deps, order, 'success'),
    },
  });
}

/** The details of the account that an order opened. */
export async function queueAccountMails(deps: Deps, trx: Trx, order: OrderRow, accountId: string): Promise<void> {
  const account = await trx
    .selectFrom('trading_account')
    .innerJoin('person', 'person.id', 'trading_account.person_id')
    .select(['platform', 'platform_account_id', 'platform_user', 'programme', 'size', 'person.email'])
    .where('trading_account.id', '=', accountId)
    .executeTakeFirstOrThrow();
  await queueMail(deps, trx, {
    recipient: account.email,
    locale: order.locale,
    dedupeKey: `account-ready:${order.id}`,
    template: 'account-ready',
    values: {
      firstName: order.first_name,
      programme: account.programme,
      size: account.size,
      platform: account.platform,
      platformAccountId: account.platform_account_id,
      platformUser: account.platform_user,
    },
  });
}

/** Confirms the consent to an immediate start, which consumers must receive on a durable medium. */
export async function queueStartConfirmation(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  consent: ConsentRecord,
): Promise<void> {
  await queueMail(deps, trx, {
    dedupeKey: `order-started:${order.id}`,
    recipient: order.email,
    locale: order.locale,
    template: 'order-started',
    values: {
      firstName: order.first_name,
      name: nameOfOrder(deps, order),
      orderNumber: order.number,
      consentedAt: consent.at,
      nextCharge: await findNextCharge(deps, trx, order),
      consentVersion: consent.version,
      link: resultUrl(deps, order, 'success'),
    },
  });
}

/** A link is valid for a week; a buyer still without a password at a deferred start gets another. */
const passwordLinkMs = 7 * 86_400_000;

/** The password link for a buyer without one: once after the payment, and again after a deferred start. */
export async function queuePasswordMail(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  occasion: 'paid' | 'fulfilled',
): Promise<void> {
  // Locked, because only the newest link works and concurrent runs must not both issue one.
  const person = await trx
    .selectFrom('person')
    .select(['id', 'email', 'password_hash'])
    .where('id', '=', order.person_id)
    .forUpdate()
    .executeTakeFirst();
  if (!person || person.password_hash !== null) return;
  const since = deps.clock().getTime() - (order.paid_at ?? order.created_at).getTime();
  if (occasion === 'fulfilled' && since < passwordLinkMs) return;
  const dedupeKey = occasion === 'paid' ? `set-password:${order.id}` : `set-password-again:${order.id}`;
  const sent = await trx.selectFrom('mail').select('id').where('dedupe_key', '=', dedupeKey).executeTakeFirst();
  if (sent) return;
  const { code } = await issueCode(deps, trx, { personId: person.id, purpose: 'set-password' });
  await queueMail(deps, trx, {
    recipient: person.email,
    locale: order.locale,
    dedupeKey,
    template: 'set-password',
    values: { firstName: order.first_name, email: person.email, code },
  });
}
