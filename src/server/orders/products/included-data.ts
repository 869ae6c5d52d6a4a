import type { Packages } from '#content/catalog.ts';
import type { Deps } from '#server/core/deps.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';

type DataPackage = Packages['marketData'][number];

type IncludedData = { readonly packageId: string; readonly platform: PlatformName };

/** Depth of all exchanges contains their top of book, for the same declared status. */
function covers(included: DataPackage, { id, audience }: DataPackage): boolean {
  return included.id === id || (included.depth && included.audience === audience);
}

/** Packages that would add nothing, because all of a person's accounts on the platform include their data. */
export async function listIncludedData(deps: Deps, personId: string): Promise<IncludedData[]> {
  const accounts = await deps.db
    .selectFrom('trading_account')
    .select(['program', 'platform'])
    .distinct()
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .execute();
  const { marketData, programs } = deps.catalog.packages;
  const findIncluded = (program: (typeof accounts)[number]['program']) =>
    marketData.find(({ id }) => id === programs[program].includedData);
  return [...new Set(accounts.map(({ platform }) => platform))].flatMap((platform) => {
    const included = accounts.filter((each) => each.platform === platform).map(({ program }) => findIncluded(program));
    return marketData
      .filter((offer) => included.every((each) => each !== undefined && covers(each, offer)))
      .map(({ id: packageId }) => ({ packageId, platform }));
  });
}
