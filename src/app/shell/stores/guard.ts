import type { Locale } from '#i18n/locales.ts';
import { type Access, pathTo, type Route, type RouteName, routes } from '#routes.ts';
import { sessionExpired } from './navigation.ts';
import type { Session } from './session.ts';

export type GuardDecision =
  | { readonly kind: 'wait' }
  | { readonly kind: 'show' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'redirect'; readonly to: string };

type Place = {
  readonly route: RouteName;
  readonly path: string;
  readonly locale: Locale;
  /** Where a signed-in person goes from a signed-out screen. */
  readonly next: string;
};

const show: GuardDecision = { kind: 'show' };

function verifyFirst(email: string, locale: Locale): GuardDecision {
  return { kind: 'redirect', to: email ? pathTo('emailVerification', { email }, locale) : pathTo('home', {}, locale) };
}

/** Where someone starts after signing in without a destination: staff at their work. */
export function homeOf(session: Session): 'myAccount' | 'office' | 'riskManager' {
  const roles = 'user' in session ? session.user.roles : [];
  if (roles.includes('risk_manager') && !roles.includes('admin')) return 'riskManager';
  return routes.office.roles.some((role) => roles.some((own) => own === role)) ? 'office' : 'myAccount';
}

/** Whether a screen may be shown, is for other roles, must wait for the session check, or redirects. */
export function guardRoute(session: Session, { route, path, locale, next }: Place): GuardDecision {
  const access: Access = routes[route].access;
  const leavesVerified = access === 'logged-out' || route === 'emailVerification' || route === 'login';
  if (session.status === 'checking') return access === 'any' && !leavesVerified ? show : { kind: 'wait' };
  if (session.status === 'logged-out') {
    if (session.ejected) return { kind: 'redirect', to: pathTo('home', {}, locale) };
    if (access !== 'verified') return show;
    if (session.left) return { kind: 'redirect', to: pathTo('home', {}, locale) };
    const reason = session.expired ? `&reason=${sessionExpired}` : '';
    return { kind: 'redirect', to: `${pathTo('signIn', {}, locale)}?next=${encodeURIComponent(path)}${reason}` };
  }
  if (session.status === 'unverified') {
    return access === 'any' && route !== 'login' ? show : verifyFirst(session.user.email, locale);
  }
  if (leavesVerified) return { kind: 'redirect', to: next };
  const { roles }: Route = routes[route];
  return roles && !roles.some((role) => session.user.roles.some((own) => own === role)) ? { kind: 'forbidden' } : show;
}
