import { payoutRoutes, type Route, type RouteName, routes } from '#routes.ts';

/**
 * What frames a screen: the public site's menus and footer; a signed-in person's screens; the terminal; one task, such as a purchase
 * or signing in, without anything that leads away from it; the back office.
 */
export type ShellKind = 'site' | 'portal' | 'terminal' | 'task' | 'office';

const taskStarts = [
  ...['/check-out/', '/checkout', '/dxfeed/checkout', '/funded/checkout', '/billing/checkout'],
  ...['/sign-in', '/register', '/login', '/forgot/', '/email/verification', '/password/', '/withdrawal-req'],
];
/** Payouts open to a mailed code too, so their routes don't require a session. */
const sharedRoutes: ReadonlySet<RouteName> = new Set(['payoutVerification', ...payoutRoutes]);

export function getShellKind(name: RouteName): ShellKind {
  const { pattern, access, roles }: Route = routes[name];
  const startsWith = (start: string) => pattern.startsWith(start);
  if (roles) return 'office';
  if (name === 'webTrading') return 'terminal';
  if (taskStarts.some(startsWith)) return 'task';
  return access === 'verified' || sharedRoutes.has(name) ? 'portal' : 'site';
}
