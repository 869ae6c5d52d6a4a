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
import { deleteRows, getRow, insertOnce, isNull, listRows } from '#server/core/database/rows.ts';
import type { Row } from '#server/core/database/table.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { createMailContext } from '#server/core/mail/mail-context.ts';
import { creditSourceId } from '#shared/accounts/dispute-credit.ts';
import type { StoredIncident, statusTables } from '../tables.ts';

type StoredRemedy = Row<typeof statusTables.remedy>;

/** Gives an account what is stored for it and tells its owner once. Each step can be repeated. */
export async function applyRemedies(deps: Deps, incident: StoredIncident, accountId: string): Promise<void> {
  const open = await listRows(deps.db, 'remedy', {
    incident_id: incident.id,
    account_id: accountId,
    applied_at: isNull,
  });
  if (open.length === 0) return;
  const account = await getRow(deps.db, 'trading_account', accountId, ['id', 'person_id']);
  const { locale } = await getRow(deps.db, 'person', account.person_id, ['locale']);
  const explain = (remedy: StoredRemedy) => explainRemedy(deps, locale, incident, remedy);
  const creditedAt = new Map<string, number>();
  for (const remedy of open) {
    const { id, kind, breach_at: breachAt, amount_cents: cents } = remedy;
    if (kind === 'restored' && breachAt !== null) {
      await voidBreachByRule(deps, account, { breachAt, creditCents: cents ?? 0, reason: explain(remedy) });
    } else if (cents !== null) creditedAt.set(id, await creditAtPlatform(deps, accountId, cents, id));
  }
  await deps.db.transaction().execute(async (trx) => {
    const given: StoredRemedy[] = [];
    // An order is locked before its account.
    for (const remedy of open) if (await refund(deps, trx, remedy)) given.push(remedy);
    const locked = await lockAccount(trx, accountId);
    const now = deps.clock();
    const ids = ['', ...given.map(({ id }) => id)];
    const mine = await trx
      .updateTable('remedy')
      .set({ applied_at: now })
      .where('id', 'in', ids)
      .where('applied_at', 'is', null)
      .returningAll()
      .execute();
    if (mine.length === 0) return;
    for (const { id, amount_cents: cents, days } of mine) {
      const at = creditedAt.get(id);
      if (at !== undefined && cents !== null) {
        const event = { type: 'adjustment', at, amountCents: cents, cause: 'outage' } as const;
        await ingestInTransaction(deps, trx, accountId, [{ sourceId: creditSourceId(id), event }]);
      }
      if (days === null) continue;
      await extendTrial(trx, locked, days * dayMs);
      await extendSubscription(deps, trx, accountId, ({ status }) => (status === 'active' ? days * dayMs : 0));
    }
    if (locked.ended_at === null) await restartInactivity(deps, trx, accountId);
    await tell(deps, trx, { incident, account: locked, mine, note: mine.map(explain).join(' ') });
  });
}

/** @returns false for a breach after which no reset was bought, for which nothing is owed */
async function refund(deps: Deps, trx: Trx, { id, kind, account_id, breach_at }: StoredRemedy): Promise<boolean> {
  if (kind !== 'refund' || breach_at === null) return true;
  if ((await refundReset(deps, trx, { account_id, breach_at }, 'rule')) !== null) return true;
  await deleteRows(trx, 'remedy', { id });
  return false;
}

type Given = {
  readonly incident: StoredIncident;
  readonly account: Awaited<ReturnType<typeof lockAccount>>;
  readonly mine: readonly StoredRemedy[];
  readonly note: string;
};

async function tell(deps: Deps, trx: Trx, { incident, account, mine, note }: Given): Promise<void> {
  const [first] = mine;
  if (first === undefined) return;
  const { kind: remedy, actor, version } = mine.find(({ kind }) => kind === 'restored') ?? first;
  const at = deps.clock();
  await insertOnce(trx, 'incident_account', {
    ...{ incident_id: incident.id, account_id: account.id, remedy, note, actor, at },
  });
  for (const { id, kind, amount_cents: cents, days, breach_at: breachAt } of mine)
    await writeAudit(deps, trx, actor, 'remedy-applied', ['account', account.id], {
      ...{ incidentId: incident.id, remedyId: id, kind, version, amountCents: cents, days },
      breachAt: breachAt?.getTime() ?? null,
    });
  await notifyOwner(deps, trx, account, { kind: 'outage_remedied', key: `remedied:${first.id}`, cause: note });
}

/** What an account gets and how it was computed, in its owner's language. */
export function explainRemedy(deps: Deps, locale: string, incident: StoredIncident, remedy: StoredRemedy): string {
  const { name: brand, supportEmail } = deps.catalog.site;
  const { t, money, moment } = createMailContext(toLocale(locale), { brand, supportEmail, origin: deps.env.origin });
  const { kind, version, amount_cents, days, before_cents, after_cents, breach_at, reason } = remedy;
  const span = {
    from: moment(incident.outage_from?.getTime() ?? 0),
    until: moment(incident.outage_until?.getTime() ?? 0),
    version: String(version),
  };
  const amount = money(amount_cents ?? 0);
  if (reason !== null) {
    const given = amount_cents === null ? t('outage_days', { days: String(days) }) : t('outage_credit', { amount });
    return `${reason} ${given}`;
  }
  if (kind === 'refund') return t('outage_refund', span);
  if (kind === 'extension') return `${t('outage_time', span)} ${t('outage_days', { days: String(days) })}`;
  const figures = { ...span, before: money(before_cents ?? 0), after: money(after_cents ?? 0) };
  const given = amount_cents === null ? [] : [t('outage_credit', { amount })];
  const voided = breach_at === null ? [] : [t('outage_breach', { at: moment(breach_at.getTime()) })];
  return [t('outage_equity', figures), ...voided, ...given].join(' ');
}
