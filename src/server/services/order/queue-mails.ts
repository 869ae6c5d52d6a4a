import { type EvaluationPackage, findEvaluation } from '../../../content/catalog.ts';
import type { Deps, Trx } from '../../deps.ts';
import { issueCode } from '../code/issue.ts';
import { queueMail } from '../mail/queue.ts';
import type { OrderRow } from './move.ts';
import { resultUrl } from './open-payment.ts';

/** The receipt of a paid order. */
export async function queueReceipt(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const { programme, size } = getBought(deps, order);
  await queueMail(deps, trx, {
    dedupeKey: `order-confirmed:${order.id}`,
    recipient: order.email,
    locale: order.locale,
    template: 'order-confirmed',
    values: {
      firstName: order.first_name,
      orderId: order.id,
      programme,
      size,
      lines: order.lines,
      totalCents: order.total_cents,
      paidAt: (order.paid_at ?? deps.clock()).getTime(),
      link: resultUrl(deps, order, 'success'),
    },
  });
}

/** The account's details and, for a buyer without a password, the way to one. */
export async function queueAccountMails(deps: Deps, trx: Trx, order: OrderRow, accountId: string): Promise<void> {
  const { programme, size } = getBought(deps, order);
  const account = await trx
    .selectFrom('trading_account')
    .innerJoin('person', 'person.id', 'trading_account.person_id')
    .select(['platform', 'platform_account_id', 'platform_user', 'person_id', 'person.email', 'person.password_hash'])
    .where('trading_account.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { email } = account;
  const to = { recipient: email, locale: order.locale };
  await queueMail(deps, trx, {
    ...to,
    dedupeKey: `account-ready:${order.id}`,
    template: 'account-ready',
    values: {
      firstName: order.first_name,
      programme,
      size,
      platform: account.platform,
      platformAccountId: account.platform_account_id,
      platformUser: account.platform_user,
    },
  });
  if (account.password_hash !== null) return;
  const { code } = await issueCode(deps, trx, { personId: account.person_id, purpose: 'set-password' });
  await queueMail(deps, trx, {
    ...to,
    dedupeKey: `set-password:${order.id}`,
    template: 'set-password',
    values: { firstName: order.first_name, email, code },
  });
}

function getBought(deps: Deps, order: OrderRow): EvaluationPackage {
  const evaluation = findEvaluation(deps.catalog, order.package_id);
  if (!evaluation) throw new Error(`Order ${order.id} is for ${order.package_id}, which is not in the catalogue`);
  return evaluation;
}
