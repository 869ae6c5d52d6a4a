import type * as z from 'zod/mini';
import { latinNameOf } from '#lib/person-name.ts';
import { pick } from '#lib/pick.ts';
import { readTax } from '#server/catalog/tax.ts';
import { checkTaxedBuyer, readTaxedBuyer } from '#server/catalog/taxed-buyer.ts';
import { updateRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, invalid, notFound, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { type BillingIdentity, taxedBuyerOf } from '#shared/billing/billing-identity.ts';
import type { changeBillingIdentity as call } from '#shared/billing/contract-billing-identity.ts';
import { includedTaxCents } from '#shared/orders/included-tax.ts';
import { confirmVatNumber } from '../vat-numbers/confirm.ts';
import { lockSubscription } from './advance-period.ts';
import { hasFixedTerm } from './end-with-term.ts';
import { isCharged, paidUntil } from './find.ts';
import { billingIdentity } from './read-billing-identity.ts';

type Form = z.output<typeof call.body>;
type Change = z.output<typeof call.data>;

/**
 * What another billing identity changes about a subscription, without storing it.
 * @throws {ServiceError} 404 unless it is the person's, 409 if it won't be charged again, 422 as a checkout
 */
export async function previewBillingIdentity(deps: Deps, personId: string, form: Form): Promise<Change> {
  return describeChange(deps, deps.db, personId, form, await readIdentity(deps, form));
}

/** Bills a subscription to someone else, or elsewhere, from its next charge on. @throws as `previewBillingIdentity` */
export async function changeBillingIdentity(deps: Deps, personId: string, form: Form): Promise<Change> {
  const identity = await readIdentity(deps, form);
  const { subscriptionId: id } = form;
  return deps.db.transaction().execute(async (trx) => {
    // Answers a stranger before anything is locked.
    await describeChange(deps, trx, personId, form, identity);
    await lockSubscription(trx, id);
    const change = await describeChange(deps, trx, personId, form, identity);
    await updateRow(trx, 'subscription', id, { billing_identity: JSON.stringify(identity) });
    const { country, vat_number: vatNumber } = identity;
    await writeAudit(deps, trx, `person:${personId}`, 'billing-identity-changed', ['subscription', id], {
      ...{ country, vatNumber, taxBps: change.tax.rateBps, taxBpsBefore: change.taxBefore.rateBps },
    });
    return change;
  });
}

async function readIdentity(deps: Deps, form: Form): Promise<BillingIdentity> {
  if (deps.catalog.countries.refused.includes(form.country)) throw invalid({ country: ['country'] });
  const taxed = await readTaxedBuyer(deps, form);
  checkTaxedBuyer(form, taxed);
  await confirmVatNumber(deps, taxed.buyer);
  const { postalCode: postal_code, vatNumber: vat_number } = taxed.buyer;
  const given = { ...pick(form, ['first_name', 'last_name', 'country']), latin_name: latinNameOf(form) };
  return { ...given, postal_code, vat_number, company_name: form.company_name || null };
}

async function describeChange(
  deps: Deps,
  db: Db | Trx,
  personId: string,
  { subscriptionId }: Form,
  identity: BillingIdentity,
): Promise<Change> {
  const row = await db
    .selectFrom('subscription')
    .select(['renews', 'status', 'canceled_at', 'amount_cents', 'billing_interval'])
    .select([billingIdentity.as('before'), paidUntil.as('paid_until')])
    .where('id', '=', subscriptionId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow(notFound);
  if (!isCharged(row)) throw new ServiceError(409, 'subscription_over');
  const { amount_cents: amountCents } = row;
  const taxFor = (billed: BillingIdentity) => {
    const { name, rateBps } = readTax(deps, taxedBuyerOf(billed));
    return { name, includedCents: includedTaxCents(amountCents, rateBps), rateBps };
  };
  return {
    amountCents,
    taxBefore: taxFor(row.before),
    tax: taxFor(identity),
    renews: !hasFixedTerm(deps, identity, row.billing_interval),
    periodEndsAt: row.paid_until.getTime(),
  };
}
