import { routes } from '#routes.ts';
import type { Role } from '#shared/core/access.ts';
import { financeRoles } from '#shared/core/staff-roles.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import { type ListGroup, listGroups } from '#shared/office/define-list.ts';

/** Navigation screens that aren't lists. */
export type NavScreen = 'risk' | 'figures' | 'catalog';

type Screen = { readonly name: NavScreen; readonly group: ListGroup; readonly roles?: readonly Role[] };

const screens: readonly Screen[] = [
  { name: 'risk', group: 'risk', roles: routes.riskManager.roles as readonly Role[] },
  { name: 'figures', group: 'operations', roles: financeRoles },
  { name: 'catalog', group: 'operations' },
];

type Access = {
  readonly canOpen: (list: OfficeListName) => boolean;
  readonly hasRole: (roles: readonly Role[]) => boolean;
};

type Group = {
  readonly group: ListGroup;
  readonly screens: readonly NavScreen[];
  readonly lists: readonly OfficeListName[];
};

/** The navigation's groups with the screens that the person's roles may open; omits empty groups. */
export function navGroupsFor({ canOpen, hasRole }: Access): readonly Group[] {
  const names = (Object.keys(officeLists) as OfficeListName[]).filter(canOpen);
  return listGroups
    .map((group) => ({
      group,
      screens: screens
        .filter((each) => each.group === group && (!each.roles || hasRole(each.roles)))
        .map(({ name }) => name),
      lists: names.filter((name) => officeLists[name].group === group),
    }))
    .filter((each) => each.screens.length + each.lists.length > 0);
}
