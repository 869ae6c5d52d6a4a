import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import type calls from '#locales/en/calls.json';
import { pathTo, type RouteName, routes } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './app-shell.module.css';
import { $user, logOut } from './stores/session.ts';
import { $traderView } from './stores/trader-view.ts';

type AccountNavProps = { readonly route: RouteName; readonly locale: Locale; readonly strings: typeof calls };

const mainRoutes = ['myAccount', 'statistics', 'payouts', 'billingPending', 'notifications', 'profileEdit'] as const;

/** Subscreens, and the main screen each belongs to. */
const parentRoutes: Partial<Record<RouteName, (typeof mainRoutes)[number]>> = {
  billingHistory: 'billingPending',
  fills: 'myAccount',
  journal: 'myAccount',
  webTrading: 'myAccount',
  certificates: 'myAccount',
  copier: 'myAccount',
  payoutCertificates: 'myAccount',
  ownPerformanceReview: 'myAccount',
  payoutVerification: 'payouts',
  payoutRequest: 'payouts',
  payoutRequestDxfeed: 'payouts',
  payoutSubmitted: 'payouts',
  payoutHistory: 'payouts',
};

type ReservedNavProps = Pick<AccountNavProps, 'strings'> & {
  /** For screens that signed-out people may open too: reserves space only in a browser that has a session. */
  readonly ifSession?: boolean;
};

/** Reserves the navigation's space until the session is known. */
export function ReservedNav({ strings, ifSession = false }: ReservedNavProps) {
  return (
    <div className={classNames(styles.account, styles.reserved, ifSession && styles.ifSession)} aria-hidden="true">
      <div className={styles.places}>
        {mainRoutes.map((mainRoute) => (
          <span key={mainRoute} className={styles.place}>
            {strings[`nav_${mainRoute}`]}
          </span>
        ))}
      </div>
      <Button variant="quiet" size="small" disabled tabIndex={-1}>
        {strings.sign_out}
      </Button>
    </div>
  );
}

/** On a phone, scrolls only this line until the open screen's link is centered. */
function showCurrent(line: HTMLElement | null): void {
  const current = line?.querySelector<HTMLElement>('[aria-current]');
  if (line && current) line.scrollLeft = current.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
}

/** Navigation between the screens of a signed-in person, and sign-out. */
export function AccountNav({ route, locale, strings }: AccountNavProps) {
  const user = useStore($user);
  const view = useStore($traderView);
  const unread = user?.message_notification ?? 0;
  const isStaff = user?.roles.some((role) => routes.office.roles.includes(role)) === true;
  const t = createTranslate(strings, locale);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => showCurrent(line.current), []);
  return (
    <div ref={line} className={styles.account}>
      <nav aria-label={strings.nav_label} className={styles.places}>
        {mainRoutes.map((mainRoute) => (
          <a
            key={mainRoute}
            href={pathTo(mainRoute, {}, locale)}
            className={styles.place}
            aria-current={mainRoute === route ? 'page' : mainRoute === parentRoutes[route] ? 'true' : undefined}
          >
            {strings[`nav_${mainRoute}`]}
            {mainRoute === 'notifications' && unread > 0 && (
              <span className={styles.unread}>
                <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
                <span className="visually-hidden">{t('nav_unread', { count: unread })}</span>
              </span>
            )}
          </a>
        ))}
        {user?.roles.includes('affiliate') && (
          <a
            href={pathTo('affiliateDashboard', {}, locale)}
            className={styles.place}
            aria-current={route === 'affiliateDashboard' ? 'page' : undefined}
          >
            {strings.nav_affiliateDashboard}
          </a>
        )}
        {isStaff && (
          <a href={pathTo('office', {}, locale)} className={styles.place}>
            {strings.nav_office}
          </a>
        )}
      </nav>
      {view === null && (
        <Button variant="quiet" size="small" onClick={logOut}>
          {strings.sign_out}
        </Button>
      )}
    </div>
  );
}
