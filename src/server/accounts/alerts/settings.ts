import type { Deps } from '#server/core/deps.ts';
import { hasPushSubscription } from '#server/messages/push/subscribe.ts';
import { defaultThresholds } from '#shared/accounts/alerts.ts';
import type { fetchAlerts } from '#shared/accounts/contract-alerts.ts';
import type { DataOf } from '#shared/core/call.ts';
import { getOwnAccount } from '../get-own-account.ts';
import type { AlertSettings } from '../tables.ts';

export const defaultAlertSettings: AlertSettings = { ...defaultThresholds, mail: true, push: true, pushAmounts: false };

/** @throws {ServiceError} 404 for another person's account */
export async function fetchAlertSettings(
  deps: Deps,
  personId: string,
  accountId: string,
  deviceHash: string | null,
): Promise<DataOf<typeof fetchAlerts>> {
  const account = await getOwnAccount(deps, personId, accountId);
  const settings = account.alert_settings ?? defaultAlertSettings;
  const pushHere = await hasPushSubscription(deps, personId, deviceHash);
  return { accountId, ...settings, pushKey: deps.push.publicKey, pushHere };
}

/**
 * Stores the settings. A new threshold that is already crossed raises its alert at the account's next event.
 * @throws {ServiceError} 404 for another person's account
 */
export async function updateAlertSettings(
  deps: Deps,
  personId: string,
  { accountId, ...settings }: AlertSettings & { readonly accountId: string },
): Promise<void> {
  await getOwnAccount(deps, personId, accountId);
  await deps.db
    .updateTable('trading_account')
    .set({ alert_settings: JSON.stringify(settings) })
    .where('id', '=', accountId)
    .where('person_id', '=', personId)
    .execute();
}
