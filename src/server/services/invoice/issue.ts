import { includedTaxCents } from '../../../domain/order/tax.ts';
import { toLocale } from '../../../i18n/locales.ts';
import type { InvoiceDocument } from '../../db/billing-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { takeNumber } from '../number/take.ts';
import { nameOfOrder } from '../order/name.ts';
import type { OrderRow } from '../order/transition.ts';
import { findNextCharge, type NextCharge } from '../subscription/next-charge.ts';

/**
 * Issues the invoice of a paid order or, with `credits`, the credit note of a refunded one. Its number is allocated in
 * the same transaction: concurrent ones wait, and a rollback releases the number. Free orders have none.
 * @returns the number
 */
export async function issueInvoice(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  credits: string | null = null,
): Promise<string | null> {
  if (order.total_cents === 0 || order.person_id === null) return null;
  const kind = credits === null ? 'invoice' : 'credit';
  const present = await trx
    .selectFrom('invoice')
    .select('number')
    .where('order_id', '=', order.id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (present) return present.number;
  const issuedAt = deps.clock();
  const nextCharge = credits === null ? await findNextCharge(deps, trx, order) : null;
  const number = await takeNumber(trx, `${kind === 'invoice' ? 'I' : 'C'}${issuedAt.getUTCFullYear()}`);
  await trx
    .insertInto('invoice')
    .values({
      number,
      kind,
      order_id: order.id,
      person_id: order.person_id,
      document: JSON.stringify(writeDocument(deps, order, credits, nextCharge)),
      issued_at: issuedAt,
    })
    .execute();
  return number;
}

/** The credit note of a refunded order, issued once. */
export async function issueCredit(deps: Deps, trx: Trx, order: OrderRow): Promise<string | null> {
  const invoice = await trx
    .selectFrom('invoice')
    .select('number')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  return invoice ? issueInvoice(deps, trx, order, invoice.number) : null;
}

function writeDocument(
  deps: Deps,
  order: OrderRow,
  credits: string | null,
  nextCharge: NextCharge | null,
): InvoiceDocument {
  const { legalName, supportEmail, company } = deps.catalog.site;
  const sign = credits === null ? 1 : -1;
  return {
    firm: {
      name: legalName,
      email: supportEmail,
      address: company.address,
      phone: company.phone,
      registration: company.registration[toLocale(order.locale)],
      taxNumber: company.taxNumber,
      isSample: company.sample,
    },
    buyer: {
      name: `${order.first_name} ${order.last_name}`,
      email: order.email,
      country: order.country,
      company: order.company_name,
      vatNumber: order.vat_number,
    },
    name: nameOfOrder(deps, order),
    lines: order.lines.map(({ item, amountCents }) => ({ item, amountCents: sign * amountCents })),
    totalCents: sign * order.total_cents,
    currency: order.currency,
    taxBps: order.tax_bps,
    taxCents: sign * includedTaxCents(order.total_cents, order.tax_bps),
    nextCharge,
    credits,
  };
}
