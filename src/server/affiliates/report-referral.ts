import { findRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueWebhook } from '#server/messages/webhooks/queue.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { findByLink, isOwnSale } from './attribute.ts';
import { findReferrer } from './earn-commission.ts';
import { readClickData } from './postbacks/click-data.ts';

/** The first wording of the question that names registrations and funded accounts. */
const sinceConsent = 2;

/** Tells the affiliate whose link led here that somebody registered, if that person allowed it; once per person. */
export async function reportRegistration(deps: Deps, personId: string, browserSessionId: string): Promise<void> {
  const person = await findRow(deps.db, 'person', { id: personId }, ['email']);
  const found = await findByLink(deps, browserSessionId);
  if (!person || !found || isOwnSale(found, { personId, ...person })) return;
  const event = { dedupeKey: `registered:${personId}`, type: 'referral.registered', data: {} } as const;
  await deps.db.transaction().execute((trx) => report(deps, trx, found, event));
}

/** Tells the affiliate who referred the buyer that the account is funded, if the buyer allowed it; once per account. */
export async function reportFunding(deps: Deps, trx: Trx, order: OrderRow): Promise<void> {
  const referrer = await findReferrer(trx, order);
  if (!referrer) return;
  const data = { package_id: order.package_id };
  await report(deps, trx, referrer, { dedupeKey: `funded:${order.account_id}`, type: 'account.funded', data });
}

type Referral = { readonly affiliateId: string; readonly clickId: string | null };
type Event = Pick<Parameters<typeof queueWebhook>[2], 'dedupeKey' | 'type' | 'data'>;

async function report(deps: Deps, trx: Trx, { affiliateId, clickId }: Referral, event: Event): Promise<void> {
  const click = clickId === null ? undefined : await readClickData(trx, clickId);
  if (click === undefined || Number(click.consentVersion) < sinceConsent) return;
  await queueWebhook(deps, trx, {
    ...{ ...event, audience: 'affiliate', personId: affiliateId },
    data: { ...event.data, ...click.data },
  });
}
