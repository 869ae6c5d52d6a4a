import type { Locale } from '#i18n/locales.ts';
import { unlink } from '#lib/person-name.ts';
import type { Trx } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { endOfStatement, writeStatement } from '#shared/billing/cancellation-statement.ts';
import { paidUntil } from '../subscriptions/find.ts';
import type { SubscriptionStatement } from '../tables.ts';

/** The words of a stored statement; strangers may have typed them. */
export function describeStatement(statement: SubscriptionStatement, locale: Locale): string {
  const { name, order_given: order, kind, reason, ends_on: endsOn } = statement;
  const given = { name: unlink(name), order, kind, reason: unlink(reason ?? ''), endsOn: endsOn ?? '' };
  return writeStatement(getTranslate('billing', locale), given, locale);
}

/** When a statement ends its subscription, in UTC ms. */
export async function readEnd(trx: Trx, statement: SubscriptionStatement): Promise<number> {
  const { kind, ends_on: endsOn, received_at: receivedAt, subscription_id: id } = statement;
  const {
    anchor_at,
    billing_interval: interval,
    at,
  } = await trx
    .selectFrom('subscription')
    .select(['anchor_at', 'billing_interval', paidUntil.as('at')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const running = { paidUntil: at.getTime(), anchorAt: anchor_at.getTime(), interval };
  return endOfStatement({ kind, endsOn }, receivedAt.getTime(), running);
}
