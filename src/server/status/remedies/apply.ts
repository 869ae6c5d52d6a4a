import { toLocale } from '#i18n/locales.ts';
import { dayMs } from '#lib/durations.ts';
import { notifyOwner } from '#server/accounts/alerts/notify-owner.ts';
import { refundReset } from '#server/accounts/breach/decide-dispute.ts';
import { creditAtPlatform, extendTrial } from '#server/accounts/breach/restore.ts';
import { voidBreachByRule } from '#server/accounts/breach/void-by-rule.ts';
import { ingestInTransaction } from '#server/accounts/feed/ingest.ts';
import { restartInactivity } from '#server/accounts/inactivity/restart.ts';
import { lockAccount } from '#server/accounts/lock.ts';
import { extendSubscription } from '#server/billing/subscriptions/give-time-back.ts';
import { changeRow, deleteRows, getRow, insertOnce, isNull, listRows } from '#server/core/database/rows.ts';
import type { Row } from '#server/core/database/table.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { createMailContext } from '#server/core/mail/mail-context.ts';
import { creditSourceId } from '#shared/accounts/dispute-credit.ts';
import type { StoredIncident, statusTables } from '../tables.ts';

type StoredRemedy = Row<typeof statusTables.remedy>;

/** Gives an account what is stored for it and tells its owner once. Each step can be repeated. */
export async function applyRemedies(deps: Deps, incidentId: string, accountId: string): Promise<void> {
  const key = { incident_id: incidentId, account_id: accountId, applied_at: isNull } as const;
  const open = await listRows(deps.db, 'remedy', key, undefined, { orderBy: 'kind desc' });
  if (open.length === 0) return;
  const incident = await getRow(deps.db, 'incident', incidentId);
  const account = await getRow(deps.db, 'trading_account', accountId, ['id', 'person_id']);
  const { locale } = await getRow(deps.db, 'person', account.person_id, ['locale']);
  const explain = (remedy: StoredRemedy) => explainRemedy(deps, locale, incident, remedy);
  const creditedAt = new Map<string, number>();
  for (const remedy of open) {
    const { id, kind, breach_at: breachAt, amount_cents: cents } = remedy;
    if (kind === 'restored' && breachAt !== null)
      await voidBreachByRule(deps, account, { breachAt, creditCents: cents ?? 0, reason: explain(remedy) });
    else if (cents !== null) creditedAt.set(id, await creditAtPlatform(deps, accountId, cents, id));
  }
  await deps.db.transaction().execute(async (trx) => {
    const given: StoredRemedy[] = [];
    // An order is locked before its account.
    for (const remedy of open) if (await refund(deps, trx, remedy)) given.push(remedy);
    const locked = await lockAccount(trx, accountId);
    const mine: StoredRemedy[] = [];
    for (const remedy of given) {
      const isMine = await changeRow(
        trx,
        'remedy',
        { id: remedy.id, applied_at: isNull },
        { applied_at: deps.clock() },
      );
      if (!isMine) continue;
      mine.push(remedy);
      const { id, amount_cents: amountCents, days } = remedy;
      const at = creditedAt.get(id);
      if (at !== undefined && amountCents !== null) {
        const event = { type: 'adjustment', at, amountCents, cause: 'outage' } as const;
        await ingestInTransaction(deps, trx, accountId, [{ sourceId: creditSourceId(id), event }]);
      }
      if (days === null) continue;
      await extendTrial(trx, locked, days * dayMs);
      await extendSubscription(deps, trx, accountId, ({ status }) => (status === 'active' ? days * dayMs : 0));
    }
    const [first] = mine;
    if (first === undefined) return;
    if (locked.ended_at === null) await restartInactivity(deps, trx, accountId);
    const { kind: remedy, actor } = first;
    const note = mine.map(explain).join(' ');
    await insertOnce(trx, 'incident_account', {
      ...{ incident_id: incidentId, account_id: accountId, remedy, note, actor, at: deps.clock() },
    });
    await writeAudit(deps, trx, actor, 'remedy-applied', ['account', accountId], { incidentId, remedies: mine });
    await notifyOwner(deps, trx, locked, { kind: 'outage_remedied', key: `remedied:${first.id}`, cause: note });
  });
}

/** @returns false for a breach after which no reset was bought, for which nothing is owed */
async function refund(deps: Deps, trx: Trx, { id, kind, account_id, breach_at }: StoredRemedy): Promise<boolean> {
  if (kind !== 'refund' || breach_at === null) return true;
  if ((await refundReset(deps, trx, { account_id, breach_at }, 'rule')) !== null) return true;
  await deleteRows(trx, 'remedy', { id });
  return false;
}

/** What an account gets and how it was computed, in its owner's language. */
function explainRemedy(deps: Deps, locale: string, incident: StoredIncident, remedy: StoredRemedy): string {
  const { name: brand, supportEmail } = deps.catalog.site;
  const { t, money, moment } = createMailContext(toLocale(locale), { brand, supportEmail, origin: deps.env.origin });
  const { kind, version, amount_cents: cents, days, before_cents, after_cents, breach_at, reason } = remedy;
  const [from, until] = [incident.outage_from, incident.outage_until].map((at) => moment(at?.getTime() ?? 0));
  const figures = {
    ...{ from: from ?? '', until: until ?? '', version: String(version) },
    ...{ before: money(before_cents ?? 0), after: money(after_cents ?? 0) },
  };
  const texts = { restored: 'outage_equity', extension: 'outage_time', refund: 'outage_refund' } as const;
  return [
    reason ?? t(texts[kind], figures),
    ...(kind === 'restored' && breach_at !== null ? [t('outage_breach', { at: moment(breach_at.getTime()) })] : []),
    ...(cents === null ? [] : [t('outage_credit', { amount: money(cents) })]),
    ...(days === null ? [] : [t('outage_days', { days: String(days) })]),
  ].join(' ');
}
