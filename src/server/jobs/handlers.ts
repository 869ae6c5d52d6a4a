import type { Deps } from '../deps.ts';
import { endAccount, expireAccounts } from '../services/account/end.ts';
import { reconcileAccess } from '../services/account/reconcile-access.ts';
import { resetAccount } from '../services/account/reset.ts';
import { syncAccess } from '../services/account/sync-access.ts';
import { chargeBill } from '../services/bill/charge.ts';
import { closeTradingDay } from '../services/feed/close-day.ts';
import { compactAccounts } from '../services/feed/compact.ts';
import { checkHeartbeats } from '../services/feed/heartbeat.ts';
import { reconcileMails } from '../services/mail/reconcile.ts';
import { sendMail } from '../services/mail/send.ts';
import { fulfilOrder } from '../services/order/fulfil.ts';
import { reconcileOrders } from '../services/order/reconcile.ts';
import { remindBuyers } from '../services/order/remind.ts';
import { requestRefund } from '../services/order/request-refund.ts';
import { handleProviderEvent } from '../services/payment/handle.ts';
import { mailPasswordLink } from '../services/person/forgot-password.ts';
import { deleteExpired } from '../services/session/delete-expired.ts';
import { chargeAgain, runRenewals } from '../services/subscription/renew.ts';
import { syncRenewal } from '../services/subscription/sync-renewal.ts';
import type { JobName, JobPayloads } from './names.ts';

type JobHandler<Name extends JobName> = (deps: Deps, payload: JobPayloads[Name]) => Promise<void>;

export type Handlers = { readonly [Name in JobName]?: JobHandler<Name> };

/** What each job does. A handler may run twice for one job, so each is harmless when its work is done already. */
export const handlers: Required<Handlers> = {
  'mail-password-link': (deps, { sealedEmail }) => mailPasswordLink(deps, sealedEmail),
  'send-mail': (deps, { mailId }) => sendMail(deps, mailId),
  'fulfil-order': (deps, { orderId }) => fulfilOrder(deps, orderId),
  'handle-provider-event': (deps, { eventId }) => handleProviderEvent(deps, eventId),
  'charge-bill': (deps, { orderId }) => chargeBill(deps, orderId),
  'charge-again': (deps, { subscriptionId }) => chargeAgain(deps, subscriptionId),
  'refund-order': (deps, { orderId }) => requestRefund(deps, orderId),
  'reset-account': (deps, { accountId, requestId }) => resetAccount(deps, accountId, requestId),
  'end-account': async (deps, { accountId, why }) => void (await endAccount(deps, accountId, why)),
  'sync-access': (deps, { accountId }) => syncAccess(deps, accountId),
  'sync-renewal': (deps, { accountId }) => syncRenewal(deps, accountId),
  'sandbox-webhook': async (deps, message) => deps.payments.admin?.deliver(message),
  sweep: async (deps, payload) => {
    await reconcileOrders(deps, payload);
    await reconcileMails(deps, payload);
    await reconcileAccess(deps);
    await remindBuyers(deps);
    await runRenewals(deps);
    await deleteExpired(deps);
    await expireAccounts(deps);
    await checkHeartbeats(deps);
  },
  'close-trading-day': async (deps) => void (await closeTradingDay(deps)),
  'tidy-accounts': async (deps) => void (await compactAccounts(deps)),
};

export type Schedule = { readonly name: JobName; readonly cron: string; readonly timezone: string };

/** Jobs that come by the clock, on one copy of the server. */
export const schedules: readonly Schedule[] = [
  { name: 'sweep', cron: '* * * * *', timezone: 'UTC' },
  // Half days close at noon, and nobody should wait for the evening to be told that they passed.
  { name: 'close-trading-day', cron: '* * * * *', timezone: 'America/Chicago' },
  { name: 'tidy-accounts', cron: '*/5 * * * *', timezone: 'UTC' },
];
