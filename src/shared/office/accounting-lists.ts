import { taxNames } from '#shared/orders/tax.ts';
import { lineItems } from '#shared/orders/types.ts';
import { defineList } from './define-list.ts';
import { base, change, flag, item, label, link, maybe, prose, recordId, text } from './list-columns.ts';
import { financeRoles } from './staff-roles.ts';

/** Lists for the firm's accounting. */
export const accountingLists = {
  invoiceLines: defineList({
    name: 'invoiceLines',
    summary: 'Lines of invoices and credit notes by issue time',
    roles: financeRoles,
    filters: { documentKind: 'values', taxName: 'values' },
    group: 'payments',
    title: 'number',
    table: ['at', 'number', 'documentKind', 'order', 'lineItem', 'country', 'taxName', 'taxCents', 'paidCents'],
    columns: {
      ...base,
      documentKind: label(['invoice', 'credit']),
      number: text,
      /** The number of the invoice that a credit note corrects. */
      corrects: maybe(text),
      order: link('orders', 'orderId'),
      orderId: recordId,
      name: item,
      lineItem: label(lineItems),
      email: link('people', 'personId'),
      personId: recordId,
      buyer: prose,
      company: maybe(text),
      vatNumber: maybe(text),
      country: text,
      postalCode: maybe(text),
      /** The row of the tax table that the buyer's address falls in, such as `PT 9000-9499`; null without one. */
      territory: maybe(text),
      taxName: label(taxNames),
      reverseCharge: flag,
      /** Such as `25.5`. */
      taxPercent: text,
      currency: text,
      /** Negative for discounts and on credit notes; net and tax add up to what was paid. */
      netOfTaxCents: change,
      taxCents: change,
      paidCents: change,
      /** `stripe`, or the demo's sandbox. */
      paymentProvider: text,
      /** The provider's id of the payment, or of the refund or dispute that a credit note is about. */
      reference: maybe(text),
    },
  }),
} as const;
