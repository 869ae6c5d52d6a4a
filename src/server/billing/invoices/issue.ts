import { describeRegistration } from '#content/company.ts';
import { toLocale } from '#i18n/locales.ts';
import { fullName, latinNameOf } from '#lib/person-name.ts';
import { findRow, insertRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import { getOrderName } from '#server/orders/name.ts';
import { findNextCharge } from '#server/orders/products/next-charge.ts';
import { sumCredits } from '#server/orders/sum-credits.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { includedTaxCents } from '#shared/orders/included-tax.ts';
import { creditLines, type PaidItem } from '#shared/orders/refund-plan.ts';
import type { DocumentCause, InvoiceDocument } from '../tables.ts';

/**
 * Issues the invoice of a paid order, once. Free orders have none.
 * @returns the number
 */
export async function issueInvoice(deps: Deps, trx: Trx, order: OrderRow): Promise<string | null> {
  if (order.total_cents === 0 || order.person_id === null) return null;
  const existing = await findDocument(trx, order.id, 'payment');
  if (existing) return existing.number;
  const lines = order.lines.map(({ item, amountCents }) => ({ item, amountCents }));
  const nextCharge = await findNextCharge(deps, trx, order);
  const taxCents = includedTaxCents(order.total_cents, order.tax_bps);
  const amounts = { lines, totalCents: order.total_cents, taxCents, nextCharge, credits: null };
  return storeDocument(deps, trx, order, 'payment', amounts);
}

/** A part of an order in cents, and the items it covers, if known. */
export type CreditPart = { readonly cents: number; readonly items?: readonly PaidItem[] };

/**
 * Issues a credit note for a part of an invoiced order, or for everything that earlier ones haven't covered. The
 * order's credit notes never exceed its invoice; once they cover it, their totals and taxes add up to the invoice's.
 * @param part null for the whole remainder
 * @returns null if there is no invoice, or nothing left to credit
 */
export async function issueCredit(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  cause: Exclude<DocumentCause, 'payment'> = 'refund',
  part: CreditPart | null = null,
): Promise<{ readonly number: string; readonly amountCents: number } | null> {
  const existing = await findDocument(trx, order.id, cause);
  if (existing) return { number: existing.number, amountCents: -existing.document.totalCents };
  const invoice = await findDocument(trx, order.id, 'payment');
  if (!invoice || order.person_id === null) return null;
  const creditedCents = await sumCredits(trx, order.id);
  const remainingCents = order.total_cents - creditedCents;
  const amountCents = Math.min(part?.cents ?? remainingCents, remainingCents);
  if (amountCents <= 0) return null;
  // The difference of the totals, so that rounding leaves no cent of tax over.
  const taxOf = (cents: number) => includedTaxCents(cents, order.tax_bps);
  const taxCents = taxOf(creditedCents + amountCents) - taxOf(creditedCents);
  const whole = { lines: order.lines, totalCents: order.total_cents };
  const lines = creditLines(whole, part?.items ?? [], amountCents);
  const number = await storeDocument(deps, trx, order, cause, {
    lines: lines.map((line) => ({ item: line.item, amountCents: -line.amountCents })),
    totalCents: -amountCents,
    taxCents: -taxCents,
    nextCharge: null,
    credits: invoice.number,
  });
  return { number, amountCents };
}

function findDocument(trx: Trx, orderId: string, cause: DocumentCause) {
  return findRow(trx, 'invoice', { order_id: orderId, cause }, ['number', 'document']);
}

type Amounts = Pick<InvoiceDocument, 'lines' | 'totalCents' | 'taxCents' | 'nextCharge' | 'credits'>;

/**
 * Allocates the number in the same transaction: concurrent documents wait, and a rollback releases the number.
 */
async function storeDocument(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  cause: DocumentCause,
  amounts: Amounts,
): Promise<string> {
  if (order.person_id === null) throw new Error(`Order ${order.id} has no buyer to issue a document to`);
  const issuedAt = deps.clock();
  const kind = cause === 'payment' ? 'invoice' : 'credit';
  const number = await nextSeriesNumber(trx, `${kind === 'invoice' ? 'I' : 'C'}${issuedAt.getUTCFullYear()}`);
  const document = JSON.stringify(writeDocument(deps, order, amounts));
  await insertRow(trx, 'invoice', {
    number,
    kind,
    cause,
    order_id: order.id,
    person_id: order.person_id,
    document,
    issued_at: issuedAt,
  });
  return number;
}

function writeDocument(deps: Deps, order: OrderRow, amounts: Amounts): InvoiceDocument {
  const { legalName, supportEmail, company } = deps.catalog.site;
  return {
    firm: {
      name: legalName,
      email: supportEmail,
      address: company.address,
      country: company.country,
      phone: company.phone,
      registration: describeRegistration(company, toLocale(order.locale)),
      taxNumber: company.taxNumber,
      isSample: company.sample,
    },
    buyer: {
      name: fullName(order),
      latinName: latinNameOf(order),
      email: order.email,
      country: order.country,
      postalCode: order.postal_code,
      company: order.company_name,
      vatNumber: order.vat_number,
      vatConfirmation: order.vat_check?.status === 'valid' ? order.vat_check.id : null,
    },
    name: getOrderName(deps, order),
    currency: order.currency,
    taxName: order.tax_name,
    taxBps: order.tax_bps,
    ...amounts,
  };
}
