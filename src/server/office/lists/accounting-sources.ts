import { sql } from 'kysely';
import type { InvoiceDocument } from '#server/billing/tables.ts';
import type { Deps } from '#server/core/deps.ts';
import type { accountingLists } from '#shared/office/accounting-lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { spreadTax } from '#shared/orders/included-tax.ts';
import { restRequest } from '#shared/orders/provider-refund.ts';
import { isReverseCharge, nameTerritory } from '#shared/orders/tax.ts';
import { emailOr, equals } from './parts.ts';
import type { ListSource, StoredRow } from './read-list.ts';

/** What follows the colon, as in `provider:re_1`. */
const causeId = sql`substr(i.cause, strpos(i.cause, ':') + 1)`;

/** A refund of everything left may have been the bank's: then it has the id of the dispute. */
const reference = sql`case
  when i.cause = 'payment' then o.payment_session_id
  when i.cause like 'provider:%' or i.cause like 'dispute:%' then ${causeId}
  else coalesce(
    (select r.id from payment_refund r where r.order_id = o.id and r.status <> 'failed'
      and r.request_id = case i.cause when 'refund' then ${restRequest} else ${causeId} end
      order by r.reported_at desc limit 1),
    (select d.id from payment_dispute d where d.order_id = o.id and d.status = 'lost'
      order by d.closed_at desc limit 1)) end`;

export const accountingSources: Readonly<Record<keyof typeof accountingLists, ListSource>> = {
  invoiceLines: {
    from: sql`invoice i join orders o on o.id = i.order_id
      cross join lateral generate_series(1, jsonb_array_length(i.document -> 'lines')) as line (number)`,
    columns: sql`i.kind as "documentKind", i.number as "number", o.number as "order", o.id as "orderId",
      o.email as "email", i.person_id as "personId", o.payment_provider as "paymentProvider",
      ${reference} as "reference", i.document as "document", line.number as "line"`,
    at: sql`i.issued_at`,
    id: sql`(i.number || ':' || line.number)`,
    hasId: isInvoiceLine,
    filters: {
      q: emailOr(sql`o.email`, sql`i.number`, sql`o.number`),
      documentKind: equals(sql`i.kind`),
      taxName: equals(sql`i.document ->> 'taxName'`),
    },
    complete: describeLine,
  },
};

/** The line of a document, from an id such as `I2026-000042:1`; anything else matches nothing. */
function isInvoiceLine(id: string) {
  const [, number, line] = /^([\w-]+):(\d{1,9})$/.exec(id) ?? [];
  return line === undefined ? sql`false` : sql`(i.number = ${number} and line.number = ${Number(line)})`;
}

/** Documents are immutable, so everything is as it was when the document was issued. */
function describeLine({ catalog }: Deps, { document, line, ...row }: StoredRow): ListRow {
  const { buyer, lines, taxName, taxBps, taxCents, currency, credits, name } = document as unknown as InvoiceDocument;
  const index = Number(line) - 1;
  const amounts = lines.map(({ amountCents }) => amountCents);
  const [paidCents = 0, lineTaxCents = 0] = [amounts[index], spreadTax(amounts, taxCents)[index]];
  return {
    ...row,
    ...{ name, currency, taxName, corrects: credits, lineItem: lines[index]?.item ?? '' },
    ...{ buyer: buyer.name, company: buyer.company, vatNumber: buyer.vatNumber, country: buyer.country },
    postalCode: buyer.postalCode,
    territory: nameTerritory(catalog.taxes, buyer),
    reverseCharge: isReverseCharge({ name: taxName, rateBps: taxBps }),
    taxPercent: String(taxBps / 100),
    ...{ netOfTaxCents: paidCents - lineTaxCents, taxCents: lineTaxCents, paidCents },
  };
}
