import { dayMs } from '#lib/durations.ts';
import { notifyOwner } from '#server/accounts/alerts/notify-owner.ts';
import { nameAccount } from '#server/accounts/name.ts';
import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import { lockCase } from './lock-case.ts';

const casesPerRun = 100;

/** Reminds traders who haven't answered before their deadline, and asks staff for a decision once it has passed. */
export async function checkConductDeadlines(deps: Deps): Promise<void> {
  const now = deps.clock();
  const remindFrom = new Date(now.getTime() + deps.catalog.packages.accounts.conductReminderDays * dayMs);
  const open = deps.db.selectFrom('conduct_case').select('id').where('status', '=', 'open').limit(casesPerRun);
  const unanswered = await open
    .where('answered_at', 'is', null)
    .where('reminded_at', 'is', null)
    .where('answer_until', '<=', remindFrom)
    .where('answer_until', '>', now)
    .execute();
  for (const { id } of unanswered) await deps.db.transaction().execute((trx) => remind(deps, trx, id));
  const due = await open.where('decision_requested_at', 'is', null).where('answer_until', '<=', now).execute();
  for (const { id } of due) await deps.db.transaction().execute((trx) => requestDecision(deps, trx, id));
}

async function remind(deps: Deps, trx: Trx, id: string): Promise<void> {
  const { conduct, account } = await lockCase(trx, id);
  if (conduct.status !== 'open' || conduct.answered_at !== null || conduct.reminded_at !== null) return;
  await updateRow(trx, 'conduct_case', id, { reminded_at: deps.clock() });
  await notifyOwner(deps, trx, account, {
    kind: 'conduct_reminder',
    key: `conduct-reminder:${id}`,
    conduct: { cause: conduct.cause, answerUntil: conduct.answer_until.getTime() },
  });
}

async function requestDecision(deps: Deps, trx: Trx, id: string): Promise<void> {
  const { conduct, account } = await lockCase(trx, id);
  if (conduct.status !== 'open' || conduct.decision_requested_at !== null) return;
  await updateRow(trx, 'conduct_case', id, { decision_requested_at: deps.clock() });
  await queueMail(deps, trx, staffOf(deps), 'conduct-staff', `conduct-staff:${id}`, {
    caseId: id,
    cause: conduct.cause,
    account: `${nameAccount(account)}, ${account.platform_account_id}`,
    answerUntil: conduct.answer_until.getTime(),
    answered: conduct.answered_at !== null,
  });
}
