import { useStore } from '@nanostores/react';
import { Component, type ReactNode, useEffect } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import type calls from '#locales/en/calls.json';
import { pathTo, type RouteName } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { Skeletons } from '#ui/skeleton.tsx';
import { connectSignOut, markSession, markUnread, markView } from './mark-person.ts';
import { onDemand, PartStringsContext } from './on-demand.tsx';
import styles from './slow-request-message.module.css';
import { guardRoute, homeOf } from './stores/guard.ts';
import { replaceWith, safeNext } from './stores/navigation.ts';
import { $reauthentication } from './stores/reauthentication.ts';
import { $session, $wrongClock, startSession } from './stores/session.ts';
import { $isSlow, stopWaiting } from './stores/slow-requests.ts';
import { $traderView } from './stores/trader-view.ts';
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

type GuardedProps = Pick<AppShellProps, 'route' | 'locale' | 'skeleton' | 'children'> & {
  readonly strings: AppShellProps['calls'];
};

function Guarded({ route, locale, strings, skeleton, children }: GuardedProps) {
  const session = useStore($session, { ssr: 'initial' });
  const isClockWrong = Boolean(useStore($wrongClock, { ssr: 'initial' }));
  useBar(strings, locale);
  useEffect(() => void startSession(route), [route]);
  const isServer = typeof window === 'undefined';
  const decision = guardRoute(session, {
    route,
    locale,
    path: isServer ? '/' : window.location.pathname + window.location.search,
    next: isServer ? '/' : safeNext(homeOf(session)),
  });
  const target = decision.kind === 'redirect' ? decision.to : null;
  const ejected = session.status === 'logged-out' && session.ejected === true;
  useEffect(() => {
    if (target !== null && !ejected) replaceWith(target);
  }, [target, ejected]);
  if (decision.kind === 'forbidden') return <Forbidden locale={locale} strings={strings} />;
  if (decision.kind === 'wait' && skeleton !== undefined) {
    return <Skeletons label={strings.checking}>{skeleton}</Skeletons>;
  }
  if (decision.kind !== 'show') return <LoadingScreen label={strings.checking} />;
  return (
    <>
      {isClockWrong && session.status === 'verified' && <ClockAlert fallback={null} locale={locale} calls={strings} />}
      {children}
    </>
  );
}

/** Keeps what the page's bar shows of the person up to date. */
function useBar(strings: typeof calls, locale: Locale): void {
  const session = useStore($session, { ssr: 'initial' });
  const view = useStore($traderView, { ssr: 'initial' });
  const unread = 'user' in session ? session.user.message_notification : 0;
  useEffect(connectSignOut, []);
  useEffect(() => markSession(session), [session]);
  useEffect(() => markView(view !== null), [view]);
  useEffect(
    () => markUnread(unread, createTranslate(strings, locale)('nav_unread', { count: unread })),
    [unread, strings, locale],
  );
}

function Forbidden({ locale, strings }: Pick<GuardedProps, 'locale' | 'strings'>) {
  return (
    <ErrorScreen
      title={strings.forbidden_title}
      text={strings.forbidden_text}
      actions={<Button label={strings.forbidden_action} href={pathTo('myAccount', {}, locale)} />}
    />
  );
}

type BrokenStrings = Pick<typeof calls, 'broken_title' | 'broken_text' | 'broken_retry' | 'broken_home'>;

type ErrorBoundaryProps = {
  readonly screen: { readonly strings: BrokenStrings; readonly homePath: string };
  readonly children: ReactNode;
};

class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { screen, children } = this.props;
    if (!this.state.broken) return children;
    const { strings, homePath } = screen;
    return (
      <ErrorScreen
        title={strings.broken_title}
        text={strings.broken_text}
        actions={
          <>
            <Button label={strings.broken_retry} onClick={() => globalThis.location.reload()} />
            <Button label={strings.broken_home} variant="outline" href={homePath} />
          </>
        }
      />
    );
  }
}

const ClockAlert = onDemand(async () => (await import('./clock-alert.tsx')).ClockAlert);

const ConfirmDialog = onDemand(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Opens when a change needs reauthentication; loaded only then. */
function ReauthenticationDialog({ strings }: { readonly strings: typeof calls }) {
  const question = useStore($reauthentication, { ssr: 'initial' });
  if (question === null) return null;
  return <ConfirmDialog fallback={null} question={question} strings={strings} />;
}

type SlowRequestMessageProps = { readonly strings: Pick<typeof calls, 'slow_title' | 'slow_text' | 'slow_stop'> };

/** Says that the server is slow, and lets the person stop waiting; nothing typed is lost. */
function SlowRequestMessage({ strings }: SlowRequestMessageProps) {
  const isSlow = useStore($isSlow, { ssr: 'initial' });
  return (
    <div className={styles.place} role="status">
      {isSlow && (
        <div className={`cluster between small ${styles.card}`}>
          <p>
            <strong>{strings.slow_title}</strong> {strings.slow_text}
          </p>
          <Button label={strings.slow_stop} variant="outline" size="small" onClick={stopWaiting} />
        </div>
      )}
    </div>
  );
}
