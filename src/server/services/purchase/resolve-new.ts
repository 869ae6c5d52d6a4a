import { findEvaluation } from '../../../content/catalog.ts';
import { periodEnd } from '../../../domain/order/renewal.ts';
import type { Deps } from '../../deps.ts';
import { invalid, notFound, ServiceError } from '../../errors.ts';
import { needPerson, pickAddOns } from './guards.ts';
import { findTrialClaim } from './trial-claim.ts';
import { nothingElse, type OfKind, type Purchase } from './types.ts';

/** Everything that starts something new: an evaluation, a trial, Thor, market data. */

function renewalFrom(deps: Deps, amountCents: number, every: 'once' | 'monthly' | 'yearly'): Purchase['renews'] {
  if (every === 'once' || amountCents === 0) return null;
  const now = deps.clock().getTime();
  return { amountCents, every, nextAt: periodEnd(now, now, every) };
}

function checkPlatform(deps: Deps, { platform }: Pick<Purchase, 'platform'>): void {
  if (!deps.catalog.packages.platforms.includes(platform)) throw notFound();
}

export async function resolveEvaluation(deps: Deps, selection: OfKind<'evaluation'>): Promise<Purchase> {
  checkPlatform(deps, selection);
  const found = findEvaluation(deps.catalog, selection.packageId);
  if (!found) throw notFound();
  const { programme, size, priceCents, billing } = found;
  return {
    ...nothingElse,
    ...selection,
    programme,
    size,
    priceCents,
    addOns: pickAddOns(selection.addOns, ['market-data', 'funded-reset']),
    renews: renewalFrom(deps, priceCents, billing),
  };
}

export async function resolveTrial(deps: Deps, personId: string | null, selection: OfKind<'trial'>): Promise<Purchase> {
  checkPlatform(deps, selection);
  const { trial } = deps.catalog.packages;
  if (trial.id !== selection.packageId) throw notFound();
  if (personId !== null && (await findTrialClaim(deps.db, { personId }))) throw new ServiceError(409, 'trial_used');
  const { programme, size, priceCents } = trial;
  return { ...nothingElse, ...selection, addOns: [], programme, size, priceCents };
}

export async function resolveThor(deps: Deps, selection: OfKind<'thor'>): Promise<Purchase> {
  checkPlatform(deps, selection);
  const found = deps.catalog.packages.thor.find(({ id }) => id === selection.packageId);
  if (!found) throw notFound();
  const { priceCents, billing } = found;
  return { ...nothingElse, ...selection, addOns: [], priceCents, renews: renewalFrom(deps, priceCents, billing) };
}

/**
 * Market data at the price of the status the buyer declares. A professional is charged the professional package, as the
 * exchanges demand; nobody is charged it who is none.
 */
export async function resolveData(
  deps: Deps,
  personId: string | null,
  selection: OfKind<'market-data'> | OfKind<'market-data-free'>,
): Promise<Purchase> {
  const { marketData } = deps.catalog.packages;
  const { platform, professional, kind } = selection;
  const person = needPerson(personId);
  const onSale = marketData.filter(({ platforms }) => platforms.includes(platform));
  const asked = onSale.find(({ id }) => id === selection.packageId);
  if (!asked || (asked.priceCents === 0) !== (kind === 'market-data-free')) throw notFound();
  if (professional === false && asked.audience === 'professional') {
    throw invalid({ professional: ['data_not_needed'] });
  }
  if (professional === true && kind === 'market-data-free') throw invalid({ professional: ['data_not_free'] });
  const needed = professional === true && asked.audience === 'non-professional' ? 'professional' : asked.audience;
  const charged = needed === asked.audience ? asked : onSale.find(({ audience }) => audience === needed);
  if (!charged) throw notFound();
  const running = await deps.db
    .selectFrom('subscription')
    .select('id')
    .where('person_id', '=', person)
    .where('kind', '=', 'market-data')
    .where('package_id', '=', charged.id)
    .where('platform', '=', platform)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  if (running) throw new ServiceError(409, 'data_running');
  return {
    ...nothingElse,
    kind,
    platform,
    packageId: charged.id,
    priceCents: charged.priceCents,
    renews: renewalFrom(deps, charged.priceCents, charged.billing),
    details: professional === null ? {} : { professional },
  };
}
