import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import {
  type AlertKind,
  checkAlerts,
  describeAlert,
  foldAlerts,
  type PendingRecovery,
  type RaisedAlert,
} from '#shared/accounts/alerts.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import type { StoredAccount } from '../tables.ts';
import { notifyOwner } from './notify-owner.ts';
import { queueOwnerPush } from './queue-owner-push.ts';
import { defaultAlertSettings } from './settings.ts';

type Account = Pick<
  StoredAccount,
  'id' | 'person_id' | 'program' | 'size' | 'platform_account_id' | 'ended_at' | 'alert_settings' | 'alerts_pending'
>;

export type Alerts = { readonly raised: readonly RaisedAlert[]; readonly pending: PendingRecovery };

export function findAlerts(
  rules: AccountRules,
  account: Account,
  state: AccountState,
  events: readonly AccountEvent[],
): Alerts {
  const thresholds = account.alert_settings ?? defaultAlertSettings;
  return foldAlerts(rules, thresholds, { state, pending: account.alerts_pending }, events);
}

/** After a late event rewrites the history, only the current state can raise alerts. */
export function findAlertsAfterReplay(rules: AccountRules, account: Account, state: AccountState): Alerts {
  const thresholds = account.alert_settings ?? defaultAlertSettings;
  const { kinds, pending } = checkAlerts(rules, thresholds, state, account.alerts_pending);
  return { raised: kinds.map((kind) => describeAlert(kind, state.lastEventAt ?? 0, state)), pending };
}

/** Sends each raised alert once and stores which must recover before the next one, in the events' transaction. */
export async function raiseAlerts(deps: Deps, trx: Trx, account: Account, { raised, pending }: Alerts): Promise<void> {
  if (pending !== account.alerts_pending) {
    await updateRow(trx, 'trading_account', account.id, { alerts_pending: [...pending] as AlertKind[] });
  }
  if (account.ended_at !== null) return;
  const settings = account.alert_settings ?? defaultAlertSettings;
  for (const alert of raised) {
    const key = `alert:${alert.kind}:${alert.at}`;
    await notifyOwner(deps, trx, account, { kind: `alert_${alert.kind}`, key, alert, withoutMail: !settings.mail });
    const title = `account_alert_${alert.kind}_title` as const;
    await queueOwnerPush(deps, trx, account, settings, {
      title,
      key: `${alert.kind}:${alert.at}`,
      amountCents: alert.kind === 'room' ? alert.remainingCents : alert.kind === 'target' ? alert.dayProfitCents : null,
    });
  }
}
