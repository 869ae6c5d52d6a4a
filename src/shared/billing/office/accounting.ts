import { financeRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import * as column from '#shared/office/list-columns.ts';
import { taxNames } from '#shared/orders/tax.ts';
import { lineItems } from '#shared/orders/types.ts';
import { type ProviderPayoutStatus, providerTransactionKinds } from '../provider-payout.ts';

export const accountingLists = {
  invoiceLines: defineList('invoiceLines', 'payments', {
    summary: 'Lines of invoices and credit notes by issue time',
    roles: financeRoles,
    filters: { documentKind: 'values', taxName: 'values' },
    title: 'number',
    table: ['at', 'number', 'documentKind', 'order', 'lineItem', 'country', 'taxName', 'taxCents', 'paidCents'],
    columns: {
      documentKind: column.label(['invoice', 'credit']),
      number: column.text,
      /** The number of the invoice that a credit note corrects. */
      corrects: column.maybe(column.text),
      order: column.link('orders', 'orderId'),
      orderId: column.recordId,
      name: column.item,
      lineItem: column.label(lineItems),
      email: column.link('people', 'personId'),
      personId: column.recordId,
      buyer: column.prose,
      company: column.maybe(column.text),
      vatNumber: column.maybe(column.text),
      /** The id of the register’s confirmation, which may come after the document. */
      vatConfirmation: column.maybe(column.text),
      country: column.text,
      postalCode: column.maybe(column.text),
      /** The row of the tax table that the buyer's address falls in, such as `PT 9000-9499`; null without one. */
      territory: column.maybe(column.text),
      taxName: column.label(taxNames),
      reverseCharge: column.flag,
      /** Such as `25.5`. */
      taxPercent: column.text,
      currency: column.text,
      /** Negative for discounts and on credit notes; net and tax add up to what was paid. */
      netOfTaxCents: column.cents,
      taxCents: column.cents,
      paidCents: column.cents,
      /** `stripe`, or the demo's sandbox. */
      paymentProvider: column.text,
      /** The provider's id of the payment, or of the refund or dispute that a credit note is about. */
      reference: column.maybe(column.text),
    },
  }),
  providerPayouts: defineList('providerPayouts', 'payments', {
    summary: 'What the payment provider paid out to the firm, against our own records',
    roles: financeRoles,
    filters: { status: 'values', agrees: ['yes', 'no'] },
    title: 'number',
    table: [
      'at',
      'status',
      'chargedCents',
      'returnedCents',
      'disputedCents',
      'feesCents',
      'otherCents',
      'paidOutCents',
      'differenceCents',
    ],
    columns: {
      number: column.text,
      paymentProvider: column.text,
      status: column.state({
        pending: 'neutral',
        'in-transit': 'accent',
        paid: 'neutral',
        failed: 'danger',
        canceled: 'neutral',
      } satisfies Record<ProviderPayoutStatus, column.Tone>),
      arrivesAt: column.moment,
      currency: column.text,
      chargedCents: column.cents,
      returnedCents: column.cents,
      disputedCents: column.cents,
      feesCents: column.cents,
      /** Reserves, fees of the account and whatever else concerns no order. */
      otherCents: column.cents,
      /** All of the above. */
      paidOutCents: column.cents,
      /** Orders, refunds and disputes of the same transactions, as we have recorded them. */
      recordedCents: column.cents,
      /** What was charged, refunded and disputed less what we have recorded; null in another currency than ours. */
      differenceCents: column.maybe(column.change),
    },
  }),
  providerTransactions: defineList('providerTransactions', null, {
    summary: 'What a payout of the payment provider consists of, against our own records',
    roles: financeRoles,
    filters: { payout: 'id', agrees: ['yes', 'no'] },
    isRecordOnly: true,
    title: 'number',
    table: ['at', 'number', 'transactionKind', 'order', 'amountCents', 'feesCents', 'recordedCents', 'differenceCents'],
    columns: {
      number: column.text,
      transactionKind: column.label(providerTransactionKinds),
      order: column.maybe(column.link('orders', 'orderId')),
      orderId: column.maybe(column.recordId),
      /** The provider's id of the refund or dispute. */
      reference: column.maybe(column.text),
      amountCents: column.cents,
      feesCents: column.cents,
      recordedCents: column.maybe(column.cents),
      differenceCents: column.maybe(column.change),
    },
  }),
} as const;
