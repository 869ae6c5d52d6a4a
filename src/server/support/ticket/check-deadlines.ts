import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import { requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import { listLateClocks, repliedStatuses } from '#shared/support/ticket.ts';
import { applyTicketEvent } from './apply-event.ts';
import { stateOf } from './state.ts';

const batchSize = 100;

/** Alerts staff about tickets past a deadline, once per deadline, and closes tickets that have been quiet for long. */
export async function checkTicketDeadlines(deps: Deps): Promise<void> {
  const now = deps.clock();
  const late = await deps.db
    .selectFrom('ticket')
    .select('id')
    .where('is_sample', '=', false)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('reply_due_at', '<=', now),
          eb.or([
            eb('reply_overdue_alert_for', 'is', null),
            eb('reply_overdue_alert_for', '<>', eb.ref('reply_due_at')),
          ]),
        ]),
        eb.and([
          eb('resolution_due_at', '<=', now),
          eb.or([
            eb('resolution_overdue_alert_for', 'is', null),
            eb('resolution_overdue_alert_for', '<>', eb.ref('resolution_due_at')),
          ]),
        ]),
      ]),
    )
    .orderBy('opened_at')
    .limit(batchSize)
    .execute();
  for (const { id } of late) await deps.db.transaction().execute((trx) => alertStaff(deps, trx, id));
  const quietSince = new Date(now.getTime() - deps.catalog.support.closeAfterDays * dayMs);
  const quiet = await deps.db
    .selectFrom('ticket')
    .select('id')
    .where('status', 'in', [...repliedStatuses])
    .where('changed_at', '<=', quietSince)
    // A question that nobody answers doesn't decide a claim.
    .where(
      sql<boolean>`not (status = 'waiting' and exists (select from contract_cancellation where ticket_id = ticket.id))`,
    )
    .orderBy('changed_at')
    .limit(batchSize)
    .execute();
  for (const { id } of quiet) await deps.db.transaction().execute((trx) => closeQuiet(deps, trx, id, quietSince));
}

async function alertStaff(deps: Deps, trx: Trx, ticketId: string): Promise<void> {
  const ticket = await requireLockedRow(trx, 'ticket', ticketId);
  const clocks = listLateClocks(stateOf(ticket), deps.clock().getTime());
  for (const clock of clocks) {
    const dueAt = clock === 'resolution' ? ticket.resolution_due_at : ticket.reply_due_at;
    if (dueAt === null) continue;
    deps.log.error({ ticketId, clock, dueAt }, 'a ticket is late');
    await queueMail(deps, trx, staffOf(deps), 'ticket-late', `ticket-late:${ticketId}:${clock}:${dueAt.getTime()}`, {
      ticketId,
      number: ticket.number,
      clock,
      dueAt: dueAt.getTime(),
    });
  }
  await updateRow(trx, 'ticket', ticketId, {
    ...(clocks.some((clock) => clock !== 'resolution') ? { reply_overdue_alert_for: ticket.reply_due_at } : {}),
    ...(clocks.includes('resolution') ? { resolution_overdue_alert_for: ticket.resolution_due_at } : {}),
  });
}

async function closeQuiet(deps: Deps, trx: Trx, ticketId: string, quietSince: Date): Promise<void> {
  const ticket = await requireLockedRow(trx, 'ticket', ticketId);
  const isQuiet = ticket.status === 'waiting' || ticket.status === 'answered';
  if (!isQuiet || ticket.changed_at > quietSince) return;
  await applyTicketEvent(deps, trx, ticket, { kind: 'closed' });
  await writeAudit(deps, trx, 'system', 'ticket-closed', ['ticket', ticketId], {
    before: { status: ticket.status },
    after: { status: 'closed' },
  });
}
