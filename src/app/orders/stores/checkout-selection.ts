import type * as z from 'zod/mini';
import { type CheckoutRoute, checkouts } from '#routes/checkouts.ts';
import { defaultPlatform, findPlatform, type PlatformName } from '#shared/catalog/platforms.ts';
import type { orderChoice, ProductSelection } from '#shared/orders/contract-selection.ts';

type Texts = Readonly<Record<string, string>>;

/** The selection that a checkout's address describes, before any option is chosen. */
export function selectionOf(route: CheckoutRoute, params: Texts, query: Texts = {}): ProductSelection {
  const { kind } = checkouts[route];
  const { packageId = '', accountId = '', id = '', rithimicUserId = '' } = params;
  const withoutPlatform = { packageId, addOns: [], coupon: '', withoutPromotion: false };
  const common = { ...withoutPlatform, platform: platformOf(route, query) };
  switch (kind) {
    case 'evaluation':
    case 'trial':
    case 'thor':
      return { kind, ...common };
    case 'reset':
    case 'renew':
      return { kind, ...common, accountId };
    case 'market-data':
    case 'market-data-free':
      return { kind, ...common, professional: null, exchanges: [] };
    case 'funded-activation':
      return { kind, ...common, accountId: id, platformUser: rithimicUserId };
    case 'performance-review':
      return { kind, ...withoutPlatform, accountId };
    case 'pending-bill':
    case 'pending-data-bill':
      return { kind, ...withoutPlatform, billId: id };
  }
}

/** Only an address that names no platform leaves it to the query. */
function platformOf(route: CheckoutRoute, { platform }: Texts): PlatformName {
  const named = checkouts[route].platform ?? defaultPlatform;
  return named === defaultPlatform ? (findPlatform(platform) ?? named) : named;
}

/** The options that can be changed on the page. Order kinds without an option ignore it. */
export type Choice = Partial<z.output<typeof orderChoice>>;

/** Applies an option to a selection if its order kind has it. */
export function choose(selection: ProductSelection, choice: Choice): ProductSelection {
  const applicable = Object.entries(choice).filter(([key]) => key in selection);
  return { ...selection, ...Object.fromEntries(applicable) };
}
