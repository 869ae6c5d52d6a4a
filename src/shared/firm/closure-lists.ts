import { financeRoles, staffRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import * as column from '#shared/office/list-columns.ts';
import { closureHolds, closureKinds } from './closure.ts';

export const closureLists = {
  closures: defineList('closures', 'operations', {
    summary: 'Orderly closures and dry runs of one, with what each would pay',
    roles: staffRoles,
    filters: {},
    title: 'requestedBy',
    entity: 'closure',
    table: ['at', 'requestedBy', 'status', 'people', 'totalCents', 'heldCents'],
    columns: {
      requestedBy: column.actor,
      status: column.state({
        ...{ computing: 'accent', 'dry-run': 'neutral', requested: 'accent', withdrawn: 'neutral' },
        ...{ confirmed: 'danger', closing: 'danger' },
      }),
      freezeAt: column.maybe(column.moment),
      refundPercent: column.percent,
      confirmedBy: column.maybe(column.text),
      computedAt: column.maybe(column.moment),
      people: column.count,
      totalCents: column.cents,
      /** The part that waits for a decision, such as a bank’s or the risk desk’s. */
      heldCents: column.cents,
      closurePayoutCents: column.cents,
      closureProfitCents: column.cents,
      closureCommissionCents: column.cents,
      closureWaitingCents: column.cents,
      closureRefundCents: column.cents,
    },
  }),
  closureLines: defineList('closureLines', null, {
    summary: 'What an orderly closure pays each person, by account',
    roles: financeRoles,
    filters: { closure: 'id', person: 'id', kind: 'values', hold: 'values' },
    title: 'email',
    table: ['email', 'kind', 'account', 'order', 'amountCents', 'status', 'hold'],
    columns: {
      ...column.ofPerson,
      kind: column.label(closureKinds),
      account: column.maybe(column.link('accounts', 'accountId')),
      accountId: column.maybe(column.recordId),
      order: column.maybe(column.link('orders', 'orderId')),
      orderId: column.maybe(column.recordId),
      amountCents: column.cents,
      status: column.state({ planned: 'neutral', open: 'accent', held: 'accent', paid: 'neutral', void: 'neutral' }),
      hold: column.maybe(column.label(closureHolds)),
      closureId: column.recordId,
    },
  }),
} as const;
