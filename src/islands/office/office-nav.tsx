import { useStore } from '@nanostores/react';
import type { Role } from '../../contract/access.ts';
import { type OfficeListName, officeLists, withinRecords } from '../../contract/office/lists.ts';
import { financeRoles } from '../../contract/office/row-fields.ts';
import { pathTo, type RouteName, routes } from '../../routes.ts';
import { currentParams } from '../../stores/navigation.ts';
import { mayCall, mayOpen } from '../../stores/office.ts';
import { $user, logOut } from '../../stores/session.ts';
import { Button } from '../../ui/button.tsx';
import styles from './office.module.css';
import { useTexts } from './texts.ts';
import { type OfficeProps, textOf } from './types.ts';

/** The lists that the person's roles open, and sign-out. */
export function OfficeNav({ route, calls }: OfficeProps & { readonly route: RouteName }) {
  const { strings, locale } = useTexts();
  const user = useStore($user);
  const { list: current } = currentParams();
  const isRisk = route === 'riskManager';
  const names = (Object.keys(officeLists) as OfficeListName[]).filter(
    (name) => !withinRecords.has(name) && mayOpen(name),
  );
  return (
    <div className={styles.side}>
      <nav aria-label={strings.title} className={styles.nav}>
        <a href={pathTo('office', {}, locale)} aria-current={current === undefined && !isRisk ? 'page' : undefined}>
          {strings.overview}
        </a>
        {mayCall(routes.riskManager.roles as readonly Role[]) && (
          <a href={pathTo('riskManager', {}, locale)} aria-current={isRisk ? 'page' : undefined}>
            {strings.risk}
          </a>
        )}
        {mayCall(financeRoles) && (
          <a
            href={pathTo('officeList', { list: 'figures' }, locale)}
            aria-current={current === 'figures' ? 'page' : undefined}
          >
            {strings.figures}
          </a>
        )}
        <a
          href={pathTo('officeList', { list: 'catalogue' }, locale)}
          aria-current={current === 'catalogue' ? 'page' : undefined}
        >
          {strings.catalogue}
        </a>
        {names.map((name) => (
          <a
            key={name}
            href={pathTo('officeList', { list: name }, locale)}
            aria-current={current === name ? 'page' : undefined}
          >
            {textOf(strings, 'list', name)}
          </a>
        ))}
      </nav>
      <div className={styles.who}>
        <a href={pathTo('myAccount', {}, locale)}>{strings.leave}</a>
        <span className="soft">{user?.email}</span>
        <Button variant="quiet" size="small" onClick={logOut}>
          {calls.sign_out}
        </Button>
      </div>
    </div>
  );
}
