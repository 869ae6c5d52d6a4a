import { toLocale } from '#i18n/locales.ts';
import { formatMoney } from '#lib/money/format.ts';
import { withLabel } from '#lib/with-label.ts';
import { pathTo } from '#routes.ts';
import { getRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { queuePush } from '#server/messages/push/queue.ts';
import type { AlertKind } from '#shared/accounts/alerts.ts';
import { nameAccount } from '../name.ts';
import type { AlertSettings, StoredAccount } from '../tables.ts';

type OwnerPush = {
  readonly title: 'account_personal_stop_title' | `account_alert_${AlertKind}_title`;
  /** Unique among the account's push messages. */
  readonly key: string;
  /** Shown only where the owner allows amounts on a lock screen. */
  readonly amountCents: number | null;
};

/** Sends a push message about an account to its owner's devices, if the owner has enabled push. */
export async function queueOwnerPush(
  deps: Deps,
  trx: Trx,
  account: Pick<StoredAccount, 'id' | 'person_id' | 'program' | 'size' | 'platform_account_id'>,
  settings: AlertSettings,
  { title, key, amountCents }: OwnerPush,
): Promise<void> {
  if (!settings.push) return;
  const { locale: stored } = await getRow(trx, 'person', account.person_id, ['locale']);
  const locale = toLocale(stored);
  const number = account.platform_account_id;
  await queuePush(deps, trx, {
    dedupeKey: `${account.id}:${key}`,
    personId: account.person_id,
    title: getTranslate('notification-messages', locale)(title, { account: nameAccount(account) }),
    body:
      settings.pushAmounts && amountCents !== null
        ? withLabel(number, formatMoney(amountCents, locale), locale)
        : number,
    path: `${pathTo('myAccount', {}, locale)}?account=${account.id}`,
  });
}
