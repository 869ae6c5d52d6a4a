import { toLocale } from '#i18n/locales.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { openStatementTicket } from '../statements/open-ticket.ts';
import type { SubscriptionStatement } from '../tables.ts';
import { describeStatement } from './statement.ts';

/**
 * Gives staff what the program can’t decide: a reason for ending at once, what of the fee goes back, an earlier day, or
 * a statement from another address than the order’s.
 */
export async function openSubscriptionTicket(
  deps: Deps,
  trx: Trx,
  statement: SubscriptionStatement,
  orderId: string,
  by: { readonly personId: string } | { readonly sender: string },
): Promise<void> {
  const text = describeStatement(statement, toLocale(statement.locale));
  const key = `cancellation\n${statement.email}\n${orderId}\n${statement.kind}`;
  await openStatementTicket(deps, trx, statement, {
    statement: 'subscription_cancellation',
    ...{ key, text, orderId, ...by },
  });
}
