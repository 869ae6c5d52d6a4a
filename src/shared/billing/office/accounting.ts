import { financeRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import {
  cents,
  change,
  flag,
  item,
  label,
  link,
  maybe,
  moment,
  prose,
  recordId,
  state,
  type Tone,
  text,
} from '#shared/office/list-columns.ts';
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
      /** The id of the register’s confirmation, which may come after the document. */
      vatConfirmation: maybe(text),
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
      netOfTaxCents: cents,
      taxCents: cents,
      paidCents: cents,
      /** `stripe`, or the demo's sandbox. */
      paymentProvider: text,
      /** The provider's id of the payment, or of the refund or dispute that a credit note is about. */
      reference: maybe(text),
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
      /** The provider's id. */
      number: text,
      paymentProvider: text,
      status: state({
        pending: 'neutral',
        'in-transit': 'accent',
        paid: 'neutral',
        failed: 'danger',
        canceled: 'neutral',
      } satisfies Record<ProviderPayoutStatus, Tone>),
      arrivesAt: moment,
      currency: text,
      chargedCents: cents,
      returnedCents: cents,
      disputedCents: cents,
      feesCents: cents,
      /** Reserves, fees of the account and whatever else concerns no order. */
      otherCents: cents,
      /** All of the above. */
      paidOutCents: cents,
      /** Orders, refunds and disputes of the same transactions, as we have recorded them. */
      recordedCents: cents,
      /** What was charged, refunded and disputed less what we have recorded; null in another currency than ours. */
      differenceCents: maybe(change),
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
      number: text,
      transactionKind: label(providerTransactionKinds),
      order: maybe(link('orders', 'orderId')),
      orderId: maybe(recordId),
      /** The provider's id of the refund or dispute. */
      reference: maybe(text),
      amountCents: cents,
      feesCents: cents,
      recordedCents: maybe(cents),
      differenceCents: maybe(change),
    },
  }),
} as const;
