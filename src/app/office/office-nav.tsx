import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { currentParams } from '#app/shell/stores/navigation.ts';
import { $user } from '#app/shell/stores/session.ts';
import { pathTo, type RouteName, routes } from '#routes.ts';
import type { Role } from '#shared/core/access.ts';
import { financeRoles } from '#shared/core/staff-roles.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import { type ListGroup, listGroups } from '#shared/office/define-list.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './office-nav.module.css';
import { canOpen, hasRole, isOfficeList } from './stores/office.ts';
import { listText, type OfficeTexts, useTexts } from './texts.ts';

/** Navigation screens that aren't lists. */
type NavScreen = 'risk' | 'figures' | 'catalog';

const screens: readonly { readonly name: NavScreen; readonly group: ListGroup; readonly roles?: readonly Role[] }[] = [
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

/**
 * The lists that the person's roles may open, by topic: one topic is unfolded. Behind a button on a phone. Every screen of
 * the office has it, so it also says the zone of their times.
 */
export function OfficeNav({ route }: { readonly route: RouteName }) {
  const { strings, locale } = useTexts();
  // The lists depend on the person's roles.
  useStore($user);
  const side = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { list: current } = currentParams();
  const isRisk = route === 'riskManager';
  const isOverview = current === undefined && !isRisk;
  const pathOf = (screen: NavScreen) =>
    screen === 'risk' ? pathTo('riskManager', {}, locale) : pathTo('officeList', { list: screen }, locale);
  const isOpenGroup = (screens: readonly NavScreen[], lists: readonly string[]) =>
    isRisk ? screens.includes('risk') : [...screens, ...lists].some((name) => name === current);
  useEffect(() => showCurrent(side.current), []);
  return (
    <div className={`stack ${styles.side}`} ref={side}>
      <Button
        variant="outline"
        size="small"
        className={styles.menu}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {strings.title} <span className="muted">{isRisk ? strings.risk : screenName(strings, current)}</span>
      </Button>
      <div id={id} className={styles.menuContent} data-open={isOpen || undefined}>
        <nav aria-label={strings.title} className={styles.nav}>
          <NavLink href={pathTo('office', {}, locale)} isCurrent={isOverview}>
            {strings.overview}
          </NavLink>
          {navGroupsFor({ canOpen, hasRole }).map(({ group, screens, lists }) => (
            <details key={group} name={id} open={isOpenGroup(screens, lists)}>
              <summary className="bare">
                {strings[`group_${group}`]}
                <Icon name="chevron" size={16} />
              </summary>
              <ul>
                {screens.map((screen) => (
                  <li key={screen}>
                    <NavLink href={pathOf(screen)} isCurrent={screen === 'risk' ? isRisk : current === screen}>
                      {strings[screen]}
                    </NavLink>
                  </li>
                ))}
                {lists.map((name) => (
                  <li key={name}>
                    <NavLink href={pathTo('officeList', { list: name }, locale)} isCurrent={current === name}>
                      {listText(strings, 'list', name)}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </details>
          ))}
          <a href={pathTo('myAccount', {}, locale)}>{strings.leave}</a>
        </nav>
        <p className={styles.keys}>
          <kbd>j</kbd> <kbd>k</kbd> {strings.keys_hint} <kbd>Enter</kbd> {strings.keys_open}
        </p>
      </div>
      <p className={styles.zone}>{strings.utc}</p>
    </div>
  );
}

type NavLinkProps = { readonly href: string; readonly isCurrent: boolean; readonly children: ReactNode };

function NavLink({ href, isCurrent, children }: NavLinkProps) {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}

function screenName(strings: OfficeTexts['strings'], list: string | undefined): string {
  if (list === undefined) return strings.overview;
  if (list === 'figures' || list === 'catalog') return strings[list];
  return isOfficeList(list) ? listText(strings, 'list', list) : '';
}

/** How far the open screen's link stays above the window's edge. */
const marginPx = 48;

/** Scrolls only the navigation to the open screen's link, if the navigation is taller than the window. */
function showCurrent(side: HTMLElement | null): void {
  const link = side?.querySelector<HTMLElement>('[aria-current="page"]');
  if (side && link && link.offsetTop > side.clientHeight - marginPx) {
    side.scrollTop = link.offsetTop - side.clientHeight / 2;
  }
}

/** The navigation's groups with the screens that the person's roles may open; omits empty groups. */
function navGroupsFor({ canOpen, hasRole }: Access): readonly Group[] {
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
