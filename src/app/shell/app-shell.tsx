import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import { pathTo, payoutRoutes, type Route, type RouteName, routes } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { Skeletons } from '#ui/skeleton.tsx';
import { AccountNav, ReservedNav } from './account-nav.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PartStringsContext } from './on-demand.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { SlowRequestMessage } from './slow-request-message.tsx';
import { guardRoute } from './stores/guard.ts';
import { replaceWith, safeNext } from './stores/navigation.ts';
import { $session, type Session, startSession } from './stores/session.ts';
import { Toasts } from './toasts.tsx';
import { TraderViewBanner } from './trader-view-banner.tsx';

export type AppShellProps = {
  readonly route: RouteName;
  readonly locale: Locale;
  readonly calls: typeof calls;
  /** The screen's layout without its content, shown until it is known what the person may see. */
  readonly skeleton?: ReactNode;
  readonly children: ReactNode;
};

/** Wraps every screen: session check, guard, toasts and error boundary. */
export function AppShell({ route, locale, calls: strings, skeleton, children }: AppShellProps) {
  const homePath = pathTo('home', {}, locale);
  return (
    <ErrorBoundary screen={{ strings, homePath }}>
      <PartStringsContext value={strings}>
        <TraderViewBanner locale={locale} strings={strings} />
        <Guarded {...{ route, locale, strings, skeleton }}>{children}</Guarded>
        <ReauthenticationDialog strings={strings} />
        <SlowRequestMessage strings={strings} />
        <Toasts strings={strings} />
      </PartStringsContext>
    </ErrorBoundary>
  );
}

/** Account screens that signed-out people may open too. */
const accountRoutes: ReadonlySet<RouteName> = new Set(['payoutVerification', ...payoutRoutes]);

/** The header, which is no island, shows the account link or the sign-in link by this mark. */
function markSession({ status }: Session): void {
  if (status === 'checking') return;
  const { dataset: page } = document.documentElement;
  if (status === 'logged-out') delete page['session'];
  else page['session'] = 'in';
}

type GuardedProps = Pick<AppShellProps, 'route' | 'locale' | 'skeleton' | 'children'> & {
  readonly strings: AppShellProps['calls'];
};

function Guarded({ route, locale, strings, skeleton, children }: GuardedProps) {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => void startSession(route), [route]);
  useEffect(() => markSession(session), [session]);
  const isServer = typeof window === 'undefined';
  const decision = guardRoute(session, {
    route,
    locale,
    path: isServer ? '/' : window.location.pathname + window.location.search,
    next: isServer ? '/' : safeNext(),
  });
  const target = decision.kind === 'redirect' ? decision.to : null;
  const ejected = session.status === 'logged-out' && session.ejected === true;
  useEffect(() => {
    if (target !== null && !ejected) replaceWith(target);
  }, [target, ejected]);
  if (decision.kind === 'forbidden') return <Forbidden {...{ route, locale, strings }} />;
  const { access, roles }: Route = routes[route];
  if (decision.kind === 'wait' && skeleton !== undefined) {
    return (
      <Skeletons label={strings.checking}>
        {access === 'verified' && <ReservedNav strings={strings} />}
        {skeleton}
      </Skeletons>
    );
  }
  if (decision.kind !== 'show') return <LoadingScreen label={strings.checking} />;
  // The back office has its own navigation.
  const isPrivate =
    (access === 'verified' && roles === undefined) || (accountRoutes.has(route) && session.status === 'verified');
  return (
    <>
      {isPrivate && <AccountNav route={route} locale={locale} strings={strings} />}
      {accountRoutes.has(route) && session.status === 'checking' && <ReservedNav strings={strings} ifSession />}
      {children}
    </>
  );
}

function Forbidden({ route, locale, strings }: Omit<GuardedProps, 'children'>) {
  return (
    <>
      <AccountNav route={route} locale={locale} strings={strings} />
      <ErrorScreen
        title={strings.forbidden_title}
        text={strings.forbidden_text}
        actions={<Button href={pathTo('myAccount', {}, locale)}>{strings.forbidden_action}</Button>}
      />
    </>
  );
}
