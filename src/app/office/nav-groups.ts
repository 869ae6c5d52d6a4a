import { routes } from '#routes.ts';
import type { Role } from '#shared/core/access.ts';
import { type OfficeListName, officeLists, recordOnlyLists } from '#shared/office/lists.ts';
import { financeRoles } from '#shared/office/row-fields.ts';

/** The groups of the navigation, in order. */
const groups = ['customers', 'risk', 'payments', 'support', 'sales', 'operations'] as const;
type NavGroup = (typeof groups)[number];

/** The group of each list; null for lists shown only within a record. */
const groupOf = {
  people: 'customers',
  orders: 'customers',
  accounts: 'customers',
  subscriptions: 'customers',
  chargebacks: 'customers',
  findings: 'risk',
  conduct: 'risk',
  requests: 'risk',
  differences: 'risk',
  parked: 'risk',
  tasks: 'risk',
  disputes: 'risk',
  halts: 'risk',
  bridge: 'risk',
  payouts: 'payments',
  batches: 'payments',
  imports: 'payments',
  identity: 'payments',
  screenings: 'payments',
  tickets: 'support',
  reviews: 'support',
  incidents: 'support',
  features: 'support',
  discounts: 'sales',
  coupons: 'sales',
  announcements: 'sales',
  newsletter: 'sales',
  affiliates: 'sales',
  commissions: 'sales',
  jobs: 'operations',
  audit: 'operations',
  payments: null,
  entries: null,
  timeline: null,
} as const satisfies Readonly<Record<OfficeListName, NavGroup | null>>;

/** Navigation screens that aren't lists. */
export type NavScreen = 'risk' | 'figures' | 'catalogue';

type Screen = { readonly name: NavScreen; readonly group: NavGroup; readonly roles?: readonly Role[] };

const screens: readonly Screen[] = [
  { name: 'risk', group: 'risk', roles: routes.riskManager.roles as readonly Role[] },
  { name: 'figures', group: 'operations', roles: financeRoles },
  { name: 'catalogue', group: 'operations' },
];

type Access = {
  readonly canOpen: (list: OfficeListName) => boolean;
  readonly hasRole: (roles: readonly Role[]) => boolean;
};

type Group = {
  readonly group: NavGroup;
  readonly screens: readonly NavScreen[];
  readonly lists: readonly OfficeListName[];
};

/** The navigation's groups with the screens that the person's roles may open; omits empty groups. */
export function navGroupsFor({ canOpen, hasRole }: Access): readonly Group[] {
  const names = (Object.keys(officeLists) as OfficeListName[]).filter(
    (name) => !recordOnlyLists.has(name) && canOpen(name),
  );
  return groups
    .map((group) => ({
      group,
      screens: screens
        .filter((each) => each.group === group && (!each.roles || hasRole(each.roles)))
        .map(({ name }) => name),
      lists: names.filter((name) => groupOf[name] === group),
    }))
    .filter((each) => each.screens.length + each.lists.length > 0);
}
