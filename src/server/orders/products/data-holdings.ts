import { addOnEndsAt, hasDataAddOn } from '#server/accounts/lifecycle/read-access.ts';
import { listDataUsers } from '#server/billing/subscriptions/data-users.ts';
import type { Deps } from '#server/core/deps.ts';
import { type PlatformName, platforms } from '#shared/catalog/platforms.ts';
import type { ErrorCode } from '#shared/core/errors.ts';
import { coversAddOn, decideDataPackage, type PackageBlock } from '#shared/orders/running-packages.ts';
import type { Exchange } from '#shared/orders/types.ts';
import { type Reader, readRunningPackages, subscriptionsOf } from './replace-packages.ts';

export const dataErrors = {
  running: 'data_running',
  contained: 'data_contained',
  'no-account': 'data_no_account',
  included: 'data_included',
} as const satisfies Record<PackageBlock, ErrorCode>;

/** A person's market data: subscriptions, and what comes with the accounts that can use it. */
async function readDataHoldings(deps: Deps, personId: string, reader: Reader = {}) {
  const { db = deps.db } = reader;
  const { programs, addOns } = deps.catalog.packages;
  const users = await listDataUsers(db, { person_id: personId });
  const accounts = await Promise.all(
    users.map(async (account) => {
      const { includedData } = programs[account.program];
      const hasAddOn = addOnEndsAt(account) > deps.clock().getTime() && (await hasDataAddOn(db, account));
      const included = [includedData, hasAddOn ? addOns['market-data'].dataPackage : null];
      return { platform: account.platform, included: included.filter((id) => id !== null) };
    }),
  );
  return { accounts, running: await readRunningPackages(deps, personId, 'market-data', reader) };
}

type DataRequest = {
  readonly packageId: string;
  readonly platform: PlatformName;
  readonly exchanges: readonly Exchange[];
};

export async function decideData(deps: Deps, personId: string, request: DataRequest, reader?: Reader) {
  const { marketData } = deps.catalog.packages;
  const offer = marketData.find(({ id }) => id === request.packageId);
  if (!offer) throw new Error(`There is no market data ${request.packageId}`);
  return decideDataPackage({ ...request, offer }, await readDataHoldings(deps, personId, reader), marketData);
}

/** For each data package that needs no further choice, on each platform: whether a person can order it. */
export async function listDataOffers(deps: Deps, personId: string) {
  const { marketData } = deps.catalog.packages;
  const holdings = await readDataHoldings(deps, personId);
  return platforms.flatMap((platform) =>
    marketData
      .filter((offer) => !offer.perExchange && offer.platforms.includes(platform))
      .map((offer) => {
        const decision = decideDataPackage({ offer, platform, exchanges: [] }, holdings, marketData);
        const { blockedReason } = decision;
        const isChange = blockedReason === null && subscriptionsOf(decision.replaces).length > 0;
        return { packageId: offer.id, platform, blockedReason, isChange };
      }),
  );
}

/** Whether a person's data already covers what the add-on would bring to a new account. */
export async function hasAddOnData(deps: Deps, personId: string, platform: PlatformName, reader?: Reader) {
  const { marketData, addOns } = deps.catalog.packages;
  const running = await readRunningPackages(deps, personId, 'market-data', reader);
  return coversAddOn({ running, platform, addOnId: addOns['market-data'].dataPackage }, marketData);
}
