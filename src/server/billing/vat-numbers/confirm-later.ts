import { type SqlBool, sql } from 'kysely';
import { defaultLocale } from '#i18n/locales.ts';
import { dayMs } from '#lib/durations.ts';
import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { getTranslate } from '#server/core/translations.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { createTicket } from '#server/support/ticket/create.ts';
import { notifyStaff } from '#server/support/ticket/notify-new.ts';
import { paidStatuses } from '#shared/orders/machine.ts';
import type { VatCheck } from './confirm.ts';

/** After these days without an answer staff decide; the register is asked for as long again. */
const unconfirmedDays = 7;
const batchSize = 100;

/** Asks about the VAT numbers of sales without tax that no register has answered yet: at checkout, or of renewals. */
export async function confirmVatNumbers(deps: Deps): Promise<void> {
  const silent = new Set<string>();
  for (const order of await findUnconfirmed(deps)) {
    const { vat_number: number } = order;
    const register = number?.slice(0, 2) ?? '';
    if (number === null || silent.has(register)) continue;
    const answer = await deps.taxNumbers.confirm(number);
    if (answer.status === 'unavailable') silent.add(register);
    const check: VatCheck = { ...answer, at: deps.clock().getTime() };
    await deps.db.transaction().execute(async (trx) => {
      if (check.status !== 'valid' && needsStaff(order, check)) await openTicket(deps, trx, order, check.status);
      await updateRow(trx, 'orders', order.id, { vat_check: JSON.stringify(check) });
    });
  }
}

/** Those that were asked longest ago first, so that a silent register doesn't keep others waiting. */
async function findUnconfirmed({ db, clock }: Deps): Promise<OrderRow[]> {
  const status = sql`coalesce(vat_check ->> 'status', 'unavailable')`;
  return db
    .selectFrom('orders')
    .selectAll()
    .where('status', 'in', paidStatuses)
    .where('paid_at', '>', new Date(clock().getTime() - 2 * unconfirmedDays * dayMs))
    .where('vat_number', 'is not', null)
    .where('tax_name', '=', 'vat')
    .where('tax_bps', '=', 0)
    .where(sql<SqlBool>`${status} = 'unavailable'`)
    .orderBy(sql`(vat_check ->> 'at')::bigint nulls first`)
    .limit(batchSize)
    .execute();
}

function needsStaff({ paid_at: paidAt }: OrderRow, { status, at }: VatCheck): boolean {
  return status === 'invalid' || at - (paidAt?.getTime() ?? at) >= unconfirmedDays * dayMs;
}

/** One for each order, which staff close with their decision. */
async function openTicket(deps: Deps, trx: Trx, order: OrderRow, status: 'invalid' | 'unavailable'): Promise<void> {
  const { name, supportEmail: email } = deps.catalog.site;
  const values = { number: order.vat_number ?? '', order: order.number, days: unconfirmedDays };
  const message = getTranslate('billing', defaultLocale)(`vat_number_${status}`, values);
  const about = { fingerprint: sha256(`vat-number\n${order.id}`), person_id: null, order_id: order.id };
  const [topic, locale] = ['payment', defaultLocale] as const;
  const ticket = { id: newId(), ...about, name, email, locale, topic, message };
  const created = await createTicket(deps, trx, ticket);
  if (created) await notifyStaff(deps, trx, { ...created, topic, name, email, message });
}
