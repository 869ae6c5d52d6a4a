import { pathTo } from '#routes.ts';
import { getRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import type { RaisedAlert } from '#shared/accounts/alerts.ts';
import type { Breach } from '#shared/accounts/model.ts';
import type { PersonalStopLock } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { AccountNotificationKind, ConductMailValues, InactivityMailValues, OverLimit } from '../mails.ts';
import { nameAccount } from '../name.ts';
import type { StoredAccount } from '../tables.ts';

export type AccountNotification = {
  readonly kind: AccountNotificationKind;
  /** Identifies the event within the account, so that it is sent once. */
  readonly key: string;
  readonly breach?: Breach;
  readonly overLimit?: OverLimit;
  readonly conduct?: ConductMailValues;
  readonly inactivity?: InactivityMailValues;
  /** What staff wrote for the trader. */
  readonly cause?: string;
  readonly alert?: RaisedAlert;
  readonly personalStop?: PersonalStopLock;
  /** When we decide a dispute at the latest. */
  readonly decisionDueAt?: number;
  /** The owner has switched off mails of this kind. */
  readonly withoutMail?: boolean;
};

type Subject = Pick<StoredAccount, 'id' | 'person_id' | 'program' | 'size' | 'platform_account_id'>;

/** Notifies the owner by mail and in /notifications, in the event's own transaction. */
export async function notifyOwner(deps: Deps, trx: Trx, account: Subject, event: AccountNotification): Promise<void> {
  const person = await getRow(trx, 'person', account.person_id, ['email', 'first_name', 'locale', 'deleted_at']);
  if (person.deleted_at !== null) return;
  if (event.withoutMail !== true) await mailOwner(deps, trx, account, person, event);
  await addNotification(deps, trx, {
    dedupeKey: `account:${account.id}:${event.key}`,
    personId: account.person_id,
    kind: `account_${event.kind}`,
    details: { account: nameAccount(account), number: account.platform_account_id },
    path: pathTo('myAccount', {}, 'en'),
  });
}

type Owner = { readonly email: string; readonly first_name: string; readonly locale: string };

async function mailOwner(deps: Deps, trx: Trx, account: Subject, person: Owner, event: AccountNotification) {
  await queueMail(deps, trx, person, 'account-notification', `account-event:${account.id}:${event.key}`, {
    kind: event.kind,
    program: account.program,
    size: account.size,
    platformAccountId: account.platform_account_id,
    breach: event.breach ?? null,
    overLimit: event.overLimit ?? null,
    conduct: event.conduct ?? null,
    inactivity: event.inactivity ?? null,
    cause: event.cause ?? null,
    alert: event.alert ?? null,
    personalStop: event.personalStop ?? null,
    decisionDueAt: event.decisionDueAt ?? null,
  });
}
