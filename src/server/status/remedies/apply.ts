import { toLocale } from '#i18n/locales.ts';
import { dayMs } from '#lib/durations.ts';
import { notifyOwner } from '#server/accounts/alerts/notify-owner.ts';
import { refundReset } from '#server/accounts/breach/decide-dispute.ts';
import { creditAtPlatform, extendTrial } from '#server/accounts/breach/restore.ts';
import { voidBreachByRule } from '#server/accounts/breach/void-by-rule.ts';
import { ingestInTransaction } from '#server/accounts/feed/ingest.ts';
import { lockAccount } from '#server/accounts/lock.ts';
import { extendSubscription } from '#server/billing/subscriptions/give-time-back.ts';
import { changeRow, getRow, insertOnce, isNull } from '#server/core/database/rows.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';
import { createMailContext } from '#server/core/mail/mail-context.ts';
import { creditSourceId } from '#shared/accounts/dispute-credit.ts';
import type { StoredRemedy } from '../tables.ts';

/** Gives an account what is stored for it and tells its owner once; one that has ended or passed since gets nothing. Each step can be repeated. */
export async function applyRemedy(deps: Deps, remedy: StoredRemedy): Promise<void> {
  const { id, incident_id, account_id: accountId, amount_cents: amountCents, days, breach_at: breachAt } = remedy;
  const account = await getRow(deps.db, 'trading_account', accountId, ['id', 'person_id', 'ended_at', 'state']);
  if (remedy.applied_at !== null || account.ended_at !== null || account.state.status === 'passed') return;
  const { note, refundNote } = await explain(deps, account.person_id, remedy);
  const isLoss = remedy.before_cents !== null;
  const isVoid = isLoss && breachAt !== null;
  if (isVoid) await voidBreachByRule(deps, account, { breachAt, creditCents: amountCents, reason: note });
  const creditedAt = isVoid || amountCents === 0 ? null : await creditAtPlatform(deps, accountId, amountCents, id);
  await deps.db.transaction().execute(async (trx) => {
    const breach = { account_id: accountId, breach_at: breachAt ?? new Date(0) };
    // An order is locked before its account.
    const isRefunded = breachAt !== null && (await refundReset(deps, trx, breach, remedy.actor)) !== null;
    const locked = await lockAccount(trx, accountId);
    const at = deps.clock();
    if (!(await changeRow(trx, 'remedy', { id, applied_at: isNull }, { applied_at: at }))) return;
    if (!isLoss && !isRefunded && amountCents + days === 0) return;
    if (creditedAt !== null) {
      const event = { type: 'adjustment', at: creditedAt, amountCents, cause: 'outage' } as const;
      await ingestInTransaction(deps, trx, accountId, [{ sourceId: creditSourceId(id), event }]);
    }
    await extendTrial(trx, locked, days * dayMs);
    await extendSubscription(deps, trx, accountId, () => days * dayMs);
    const cause = isRefunded ? `${note} ${refundNote}` : note;
    const kind = isLoss || amountCents > 0 ? 'restored' : isRefunded ? 'refund' : 'extension';
    const entry = { incident_id, account_id: accountId, remedy: kind, note: cause, actor: remedy.actor, at } as const;
    await insertOnce(trx, 'incident_account', entry);
    await writeAudit(deps, trx, remedy.actor, 'remedy-applied', ['account', accountId], { ...remedy, isRefunded });
    await notifyOwner(deps, trx, locked, { kind: 'outage_remedied', key: `remedied:${id}`, cause });
  });
}

/** What an account gets and how it was computed, in its owner's language. */
async function explain(deps: Deps, personId: string, remedy: StoredRemedy) {
  const { amount_cents: amountCents, days, before_cents: before, after_cents: after, breach_at: breachAt } = remedy;
  const incident = await getRow(deps.db, 'incident', remedy.incident_id);
  const { locale } = await getRow(deps.db, 'person', personId, ['locale']);
  const { name: brand, supportEmail } = deps.catalog.site;
  const { t, money, moment } = createMailContext(toLocale(locale), { brand, supportEmail, origin: deps.env.origin });
  const [from = '', until = ''] = [incident.outage_from, incident.outage_until].map((at) => moment(at?.getTime() ?? 0));
  const lines = [
    remedy.reason ?? t('outage_time', { from, until, version: String(incident.remedies_version) }),
    before !== null && t('outage_equity', { before: money(before), after: money(after ?? before) }),
    before !== null && breachAt !== null && t('outage_breach', { at: moment(breachAt.getTime()) }),
    amountCents > 0 && t('outage_credit', { amount: money(amountCents) }),
    days > 0 && t('outage_days', { days: String(days) }),
  ];
  return { note: lines.filter((line) => line !== false).join(' '), refundNote: t('outage_refund') };
}
