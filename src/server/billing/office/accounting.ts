import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import { emailOr, equals } from '#server/office/lists/parts.ts';
import type { ListSource, StoredRow } from '#server/office/lists/read-list.ts';
import type { accountingLists } from '#shared/billing/office/accounting.ts';
import type { ProviderTransactionKind } from '#shared/billing/provider-payout.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { spreadTax } from '#shared/orders/included-tax.ts';
import { restRequest } from '#shared/orders/provider-refund.ts';
import { isReverseCharge, nameTerritory } from '#shared/orders/tax.ts';
import type { InvoiceDocument } from '../tables.ts';

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

/** What we have recorded of a provider's transaction `t`; null for what we don't know, and for what concerns no order. */
const recordedCents = sql`case t.kind
  when 'charge' then (select o.total_cents from orders o where o.id = t.order_id and o.paid_at is not null)
  when 'refund' then (select r.amount_cents from payment_refund r where r.id = t.record_id)
  when 'dispute' then (select d.amount_cents from payment_dispute d where d.id = t.record_id)
  end * case when t.amount_cents < 0 then -1 else 1 end`;

/** Of a transaction of the payout `p`. */
const differenceCents = sql`case when p.currency = 'USD' and t.kind <> 'other'
  then t.amount_cents - coalesce(${recordedCents}, 0) end`;

const sumOf = (column: ReturnType<typeof sql>, kind: ProviderTransactionKind) =>
  sql`coalesce(sum(${column}) filter (where t.kind = ${kind}), 0)::bigint`;

const agrees = (isEqual: ReturnType<typeof sql>) => (value: string) =>
  value === 'yes' ? isEqual : sql`not coalesce(${isEqual}, false)`;

export const accountingSources: Readonly<Record<keyof typeof accountingLists, ListSource>> = {
  invoiceLines: {
    from: sql`invoice i join orders o on o.id = i.order_id
      cross join lateral generate_series(1, jsonb_array_length(i.document -> 'lines')) as line (number)`,
    columns: sql`i.kind as "documentKind", i.number as "number", o.number as "order", o.id as "orderId",
      o.email as "email", o.vat_check ->> 'id' as "vatConfirmation", i.person_id as "personId", o.payment_provider as "paymentProvider",
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
  providerPayouts: {
    from: sql`provider_payout p cross join lateral (
      select ${sumOf(sql`t.amount_cents`, 'charge')} as charged, ${sumOf(sql`t.amount_cents`, 'refund')} as refunded,
        ${sumOf(sql`t.amount_cents`, 'dispute')} as disputed, ${sumOf(sql`t.amount_cents`, 'other')} as other,
        coalesce(-sum(t.fee_cents), 0)::bigint as fees, coalesce(sum(${recordedCents}), 0)::bigint as recorded,
        sum(${differenceCents})::bigint as difference, coalesce(bool_and(t.kind = 'other' or coalesce(${differenceCents} = 0, false)), true) as agrees
      from provider_transaction t where t.payout_id = p.id) s`,
    columns: sql`p.id as "number", p.provider as "paymentProvider", p.status as "status", p.arrives_at as "arrivesAt",
      p.currency as "currency", s.charged as "chargedCents", s.refunded as "returnedCents",
      s.disputed as "disputedCents", s.fees as "feesCents", s.other as "otherCents",
      p.amount_cents as "paidOutCents", s.recorded as "recordedCents", s.difference as "differenceCents"`,
    at: sql`p.created_at`,
    id: sql`p.id`,
    filters: {
      q: equals(sql`p.id`),
      status: equals(sql`p.status`),
      agrees: agrees(sql`s.agrees`),
    },
  },
  providerTransactions: {
    from: sql`provider_transaction t join provider_payout p on p.id = t.payout_id
      left join orders o on o.id = coalesce(t.order_id, (select order_id from payment_refund where id = t.record_id),
        (select order_id from payment_dispute where id = t.record_id))`,
    columns: sql`t.id as "number", t.kind as "transactionKind", o.number as "order", o.id as "orderId",
      t.record_id as "reference", t.amount_cents as "amountCents", -t.fee_cents as "feesCents",
      ${recordedCents} as "recordedCents", ${differenceCents} as "differenceCents"`,
    at: sql`t.at`,
    id: sql`t.id`,
    filters: {
      q: emailOr(sql`o.email`, sql`t.id`, sql`t.record_id`, sql`o.number`),
      payout: equals(sql`t.payout_id`),
      agrees: agrees(sql`(t.kind = 'other' or ${differenceCents} = 0)`),
    },
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
