import type { Role } from '../../contract/access.ts';
import { type OfficeListName, officeLists, recordOnlyLists } from '../../contract/office/lists.ts';
import { financeRoles } from '../../contract/office/row-fields.ts';
import { routes } from '../../routes.ts';

/** The parts of the navigation, in their order. */
const groups = ['customers', 'risk', 'payments', 'support', 'sales', 'operations'] as const;
type NavGroup = (typeof groups)[number];

/** Where each list belongs; null for lists that are read within a record. */
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

/** Screens of the navigation that aren't lists. */
export type NavScreen = 'risk' | 'figures' | 'catalogue';

type Screen = { readonly name: NavScreen; readonly group: NavGroup; readonly roles?: readonly Role[] };

const screens: readonly Screen[] = [
  { name: 'risk', group: 'risk', roles: routes.riskManager.roles as readonly Role[] },
  { name: 'figures', group: 'operations', roles: financeRoles },
  { name: 'catalogue', group: 'operations' },
];

type Access = {
  readonly mayOpen: (list: OfficeListName) => boolean;
  readonly mayCall: (roles: readonly Role[]) => boolean;
};

type Group = {
  readonly group: NavGroup;
  readonly screens: readonly NavScreen[];
  readonly lists: readonly OfficeListName[];
};

/** The groups of the navigation with what these roles open; empty groups are left out. */
export function navGroupsFor({ mayOpen, mayCall }: Access): readonly Group[] {
  const names = (Object.keys(officeLists) as OfficeListName[]).filter(
    (name) => !recordOnlyLists.has(name) && mayOpen(name),
  );
  return groups
    .map((group) => ({
      group,
      screens: screens
        .filter((each) => each.group === group && (!each.roles || mayCall(each.roles)))
        .map(({ name }) => name),
      lists: names.filter((name) => groupOf[name] === group),
    }))
    .filter((each) => each.screens.length + each.lists.length > 0);
}
