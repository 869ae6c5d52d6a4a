import { toLocale } from '#i18n/locales.ts';
import { notifyOwner } from '#server/accounts/alerts/notify-owner.ts';
import { creditAtPlatform } from '#server/accounts/breach/restore.ts';
import { voidBreachByRule } from '#server/accounts/breach/void-by-rule.ts';
import { ingestInTransaction } from '#server/accounts/feed/ingest.ts';
import { lockAccount } from '#server/accounts/lock.ts';
import { changeRow, findRow, getRow, insertOnce, isNull } from '#server/core/database/rows.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';
import { createMailContext } from '#server/core/mail/mail-context.ts';
import { creditSourceId } from '#shared/accounts/dispute-credit.ts';
import type { StoredIncident } from '../tables.ts';

/** Gives an account what is stored for it and tells its owner once. Each step can be repeated. */
export async function applyRemedy(deps: Deps, incident: StoredIncident, accountId: string): Promise<void> {
  const key = { incident_id: incident.id, account_id: accountId, applied_at: isNull } as const;
  const remedy = await findRow(deps.db, 'remedy', key);
  if (!remedy) return;
  const { id, amount_cents: amountCents, before_cents, after_cents, breach_at: breachAt } = remedy;
  const account = await getRow(deps.db, 'trading_account', accountId, ['id', 'person_id']);
  const { locale } = await getRow(deps.db, 'person', account.person_id, ['locale']);
  const { name: brand, supportEmail } = deps.catalog.site;
  const { t, money, moment } = createMailContext(toLocale(locale), { brand, supportEmail, origin: deps.env.origin });
  const [from = '', until = ''] = [incident.outage_from, incident.outage_until].map((at) => moment(at?.getTime() ?? 0));
  const figures = { from, until, before: money(before_cents), after: money(after_cents), amount: money(amountCents) };
  const note = [
    t('outage_equity', { ...figures, version: String(incident.remedies_version) }),
    ...(breachAt === null ? [] : [t('outage_breach', { at: moment(breachAt.getTime()) })]),
    t('outage_credit', figures),
  ].join(' ');
  if (breachAt !== null) await voidBreachByRule(deps, account, { breachAt, creditCents: amountCents, reason: note });
  const creditedAt = breachAt === null ? await creditAtPlatform(deps, accountId, amountCents, id) : null;
  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockAccount(trx, accountId);
    const at = deps.clock();
    if (!(await changeRow(trx, 'remedy', { id, applied_at: isNull }, { applied_at: at }))) return;
    if (creditedAt !== null) {
      const event = { type: 'adjustment', at: creditedAt, amountCents, cause: 'outage' } as const;
      await ingestInTransaction(deps, trx, accountId, [{ sourceId: creditSourceId(id), event }]);
    }
    const entry = {
      incident_id: incident.id,
      account_id: accountId,
      remedy: 'restored',
      note,
      actor: 'rule',
      at,
    } as const;
    await insertOnce(trx, 'incident_account', entry);
    await writeAudit(deps, trx, 'rule', 'remedy-applied', ['account', accountId], remedy);
    await notifyOwner(deps, trx, locked, { kind: 'outage_remedied', key: `remedied:${id}`, cause: note });
  });
}
