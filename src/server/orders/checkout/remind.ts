import { sql } from 'kysely';
import { renewalScope } from '#server/billing/bills/renewal.ts';
import { isClosing } from '#server/core/database/closing.ts';
import { changeRow, isNull } from '#server/core/database/rows.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';
import { addressKey } from '#server/core/mail/address-key.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { payableStatuses } from '#shared/orders/machine.ts';
import { resultUrl } from '../fulfillment/urls.ts';
import { getOrderName } from '../name.ts';
import { hasObjectedToReminders, reminderObjectionLink } from './object-to-reminders.ts';

/** The wait before a reminder, and the time the order must then remain payable. */
const reminderDelayMs = 60 * 60_000;
const minRemainingMs = 20 * 60_000;
const batchSize = 50;

/**
 * Reminds buyers of unpaid orders while they can be paid: once per order, at most daily per address, and not if the
 * buyer has ordered or paid anything since or has objected.
 */
export async function remindBuyers(deps: Deps): Promise<void> {
  if (await isClosing(deps.db)) return;
  const now = deps.clock().getTime();
  const abandoned = await deps.db
    .selectFrom('orders')
    .select('id')
    .where('status', 'in', [...payableStatuses])
    .where('reminded_at', 'is', null)
    .where('idempotency_scope', '<>', renewalScope)
    .where('created_at', '<=', new Date(now - reminderDelayMs))
    .where('expires_at', '>', new Date(now + minRemainingMs))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orders as other')
            .select('other.id')
            .where(sql<boolean>`lower(other.email) = lower(orders.email)`)
            .whereRef('other.id', '<>', 'orders.id')
            .where((or) =>
              or.or([
                or('other.created_at', '>', or.ref('orders.created_at')),
                or('other.paid_at', '>', or.ref('orders.created_at')),
              ]),
            ),
        ),
      ),
    )
    .limit(batchSize)
    .execute();
  for (const { id } of abandoned) await remind(deps, id);
}

async function remind(deps: Deps, orderId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await changeRow(
      trx,
      'orders',
      { id: orderId, status: [...payableStatuses], reminded_at: isNull },
      { reminded_at: deps.clock() },
    );
    if (!order || (await hasObjectedToReminders(trx, order.email))) return;
    const objectionLink = reminderObjectionLink(deps, order.email);
    await writeAudit(deps, trx, 'system', 'order-reminded', ['order', orderId], {});
    await queueMail(
      deps,
      trx,
      order,
      'order-unfinished',
      `order-unfinished:${addressKey(order.email)}:${deps.clock().toISOString().slice(0, 10)}`,
      {
        name: getOrderName(deps, order),
        orderNumber: order.number,
        totalCents: order.total_cents,
        until: order.expires_at.getTime(),
        // The result screen checks the order's status and offers payment or a retry.
        link: resultUrl(deps, order, 'canceled'),
        objectionLink,
      },
      { unsubscribeUrl: objectionLink },
    );
  });
}
