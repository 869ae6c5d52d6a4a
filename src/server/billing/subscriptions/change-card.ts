import { toLocale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { type Deps, notFound, ServiceError } from '#server/core/deps.ts';
import { isCharged } from './find.ts';

/**
 * The provider's page to change a subscription's payment method.
 * @throws {ServiceError} 404 unless it is the person's, 409 if it won't be charged again, 503 if the provider doesn't
 * respond
 */
export async function openPaymentMethodChange(
  deps: Deps,
  personId: string,
  subscriptionId: string,
  locale: string,
): Promise<{ url: string }> {
  const row = await deps.db
    .selectFrom('subscription')
    .innerJoin('person', 'person.id', 'subscription.person_id')
    .select(['subscription.payment_method', 'payment_provider', 'subscription.status', 'canceled_at', 'renews'])
    .select(['amount_cents', 'person.email'])
    .where('subscription.id', '=', subscriptionId)
    .where('subscription.person_id', '=', personId)
    .executeTakeFirstOrThrow(notFound);
  if (!isCharged(row) || row.payment_provider !== deps.payments.name) throw new ServiceError(409, 'card_not_needed');
  const language = toLocale(locale);
  try {
    return await deps.payments.openMethodChange({
      subscriptionId,
      method: row.payment_method,
      email: row.email,
      locale: language,
      returnUrl: deps.env.origin + pathTo('billingPending', {}, language),
    });
  } catch (cause) {
    deps.log.error({ err: cause, subscriptionId }, 'the payment provider did not open the change of a card');
    throw new ServiceError(503, 'payment_unavailable', { cause });
  }
}
