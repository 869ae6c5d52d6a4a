import type * as z from 'zod/mini';
import { toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { fetchDocument } from '#shared/billing/contract.ts';
import { isReverseCharge } from '#shared/orders/tax.ts';

type Document = z.output<typeof fetchDocument.data>;

/** @throws {ServiceError} 404 unless the number is the person's */
export async function getDocument(deps: Deps, personId: string, number: string): Promise<Document> {
  const row = await selectDocuments(deps, personId)
    .where('invoice.number', '=', number)
    .executeTakeFirstOrThrow(notFound);
  const { document, kind, issued_at: issuedAt, order_id: orderId, orderNumber } = row;
  const firm = { ...document.firm, address: [...document.firm.address] };
  const order = { orderId, orderNumber };
  return { ...document, ...order, firm, lines: [...document.lines], number, kind, issuedAt: issuedAt.getTime() };
}

const columns = [
  ...['number', 'kind', 'issued', 'order', 'what', 'total', 'tax', 'tax_percent', 'currency', 'credits'],
  ...['tax_name', 'reverse_charge', 'country', 'postal_code', 'company', 'vat_number', 'next_charge', 'next_charge_on'],
];

/** All documents of a person as CSV (RFC 4180), oldest first. */
export async function writeDocumentsCsv(deps: Deps, personId: string): Promise<string> {
  const rows = await selectDocuments(deps, personId)
    .orderBy('invoice.issued_at')
    .orderBy('invoice.kind', 'desc')
    .orderBy('invoice.number')
    .execute();
  const lines = rows.map(({ number, kind, issued_at: issuedAt, orderNumber, document }) => [
    number,
    kind,
    issuedAt.toISOString(),
    orderNumber,
    document.name,
    formatDecimal(document.totalCents),
    formatDecimal(document.taxCents),
    (document.taxBps / 100).toString(),
    document.currency,
    document.credits ?? '',
    document.taxName,
    isReverseCharge({ name: document.taxName, rateBps: document.taxBps }) ? 'yes' : 'no',
    document.buyer.country,
    document.buyer.postalCode ?? '',
    document.buyer.company ?? '',
    document.buyer.vatNumber ?? '',
    document.nextCharge === null ? '' : formatDecimal(document.nextCharge.amountCents),
    document.nextCharge === null ? '' : new Date(document.nextCharge.at).toISOString().slice(0, 10),
  ]);
  return toCsv([columns, ...lines]);
}

function selectDocuments({ db }: Deps, personId: string) {
  return db
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'invoice.order_id')
    .selectAll('invoice')
    .select('orders.number as orderNumber')
    .where('invoice.person_id', '=', personId);
}
