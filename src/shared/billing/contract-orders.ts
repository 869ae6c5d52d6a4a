import * as z from 'zod/mini';
import { openingStatuses } from '#shared/accounts/opening.ts';
import { defineCall } from '#shared/core/call.ts';
import { cancellationRight, orderStatus, priceLine } from '#shared/orders/contract-quote.ts';
import { orderKind, platform } from '#shared/orders/contract-selection.ts';

const moment = z.int();

const document = z.object({ number: z.string(), kind: z.enum(['invoice', 'credit']), issuedAt: moment });

export const myOrders = defineCall({
  summary: 'Lists your orders, newest first, with their invoices and credit notes',
  get: 'my-orders',
  limit: null,
  /** `unfinished` limits the list to orders that wait for you to pay or start them. */
  query: z.object({ unfinished: z.optional(z.literal('1')) }),
  data: z.object({
    orders: z.array(
      z.object({
        orderId: z.string(),
        orderNumber: z.string(),
        kind: orderKind,
        name: z.string(),
        platform,
        status: orderStatus,
        lines: z.array(priceLine),
        totalCents: z.int(),
        taxCents: z.int(),
        /** What refunds and the buyer's bank have returned so far. */
        refundedCents: z.int(),
        createdAt: moment,
        paidAt: z.nullable(moment),
        /** When a deferred order starts by itself; null if not deferred. The buyer can start it earlier. */
        deferredUntil: z.nullable(moment),
        /** Why the platform hasn't opened the account yet; null unless it waits. */
        opening: z.nullable(
          z.object({ status: z.enum(openingStatuses), reason: z.nullable(z.string()), until: z.nullable(moment) }),
        ),
        cancellationRight,
        /** Where an unfinished order can be paid; null in a view of the trader's screens. */
        paymentUrl: z.nullable(z.string()),
        documents: z.array(document),
      }),
    ),
  }),
});
