import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { Exchange } from './types.ts';

/** A package of Thor or market data that a person has, or has paid for and will get. */
export type RunningPackage = {
  readonly packageId: string;
  readonly platform: PlatformName;
  /** What a professional pays for; empty for other packages. */
  readonly exchanges: readonly Exchange[];
};

/** Why a package can't be ordered: it runs, another one of the buyer's contains it, or no account could use it. */
export const packageBlocks = ['running', 'contained', 'no-account', 'included'] as const;

export type PackageBlock = (typeof packageBlocks)[number];

/** Whether a package can be ordered, and which running ones it then replaces: they run out and don't renew. */
export type PackageDecision<Running extends RunningPackage, Block extends PackageBlock = PackageBlock> =
  | { readonly blockedReason: Block }
  | { readonly blockedReason: null; readonly replaces: readonly Running[] };

type CopierPackage = { readonly id: string; readonly followers: number };

/** Packages of Thor don't add up: the largest one counts, so a smaller one would add nothing. */
export function decideCopierPackage<Running extends RunningPackage>(
  offer: CopierPackage,
  running: readonly Running[],
  packages: readonly CopierPackage[],
): PackageDecision<Running, 'running' | 'contained'> {
  if (running.some(({ packageId }) => packageId === offer.id)) return { blockedReason: 'running' };
  const followersOf = (id: string) => packages.find((each) => each.id === id)?.followers ?? 0;
  if (running.some(({ packageId }) => followersOf(packageId) >= offer.followers)) return { blockedReason: 'contained' };
  return { blockedReason: null, replaces: running };
}

export type DataPackage = {
  readonly id: string;
  readonly audience: 'non-professional' | 'professional';
  /** Packages whose data it contains. */
  readonly contains: readonly string[];
};

export type DataHoldings<Running extends RunningPackage> = {
  readonly running: readonly Running[];
  /** The accounts that can use data, each with the packages that come with it. */
  readonly accounts: readonly { readonly platform: PlatformName; readonly included: readonly string[] }[];
};

type DataOffer = {
  readonly offer: DataPackage;
  readonly platform: PlatformName;
  readonly exchanges: readonly Exchange[];
};

/**
 * Data is bought for a platform and declared status. A professional can add exchanges; a changed status replaces
 * everything bought under the other one.
 */
export function decideDataPackage<Running extends RunningPackage>(
  { offer, platform, exchanges }: DataOffer,
  { running, accounts }: DataHoldings<Running>,
  packages: readonly DataPackage[],
): PackageDecision<Running> {
  const here = running.filter((each) => each.platform === platform);
  const isAdded = (each: Running) =>
    each.exchanges.length > 0 && !each.exchanges.some((exchange) => exchanges.includes(exchange));
  if (here.some((each) => each.packageId === offer.id && !isAdded(each))) return { blockedReason: 'running' };
  if (here.some(({ packageId }) => coversData(packageId, offer, packages))) return { blockedReason: 'contained' };
  const users = accounts.filter((each) => each.platform === platform);
  if (users.length === 0) return { blockedReason: 'no-account' };
  const isIncluded = users.every(({ included }) =>
    included.some((id) => id === offer.id || coversData(id, offer, packages)),
  );
  if (isIncluded) return { blockedReason: 'included' };
  return { blockedReason: null, replaces: here.filter(({ packageId }) => packageId !== offer.id) };
}

/** Whether someone with these packages on a platform already has what the data add-on of a new account would bring. */
export function coversAddOn(
  { running, platform, addOnId }: { running: readonly RunningPackage[]; platform: PlatformName; addOnId: string },
  packages: readonly DataPackage[],
): boolean {
  const addOn = packages.find(({ id }) => id === addOnId);
  return running.some(
    (each) =>
      each.platform === platform &&
      (each.packageId === addOnId || (addOn !== undefined && coversData(each.packageId, addOn, packages))),
  );
}

function coversData(packageId: string, offer: DataPackage, packages: readonly DataPackage[]): boolean {
  return packages.find(({ id }) => id === packageId)?.contains.includes(offer.id) === true;
}
