import { expect, test } from 'vitest';
import { readStored, writeStored } from '#app/http/browser-storage.ts';
import { guardRoute } from '#app/shell/stores/guard.ts';
import { startPage } from '#app/shell/stores/page-start.ts';
import { $session, startSession } from '#app/shell/stores/session.ts';
import { fillPattern, type Route, type RouteName, routes } from '#routes.ts';
import { signInPerson } from '../../server/support/people.ts';
import { openPage, restorePage, serveStores, signIn, toasts, until } from '../support.ts';

const server = await serveStores();
const home = '/';
const account = '/my-account';
const email = 'somebody@example.com';
/** Where the unverified person of this case proves the address. */
let verification = '';

const tokens = {
  none: async () => undefined,
  valid: async () => signIn((await signInPerson(server)).token),
  expired: async () => signIn((await signInPerson(server)).token, -1),
  revoked: async () => signIn('x'.repeat(43)),
  unverified: async () => {
    const { token, personId } = await signInPerson(server, { verified: false });
    signIn(token);
    verification = `/email/verification/${personId.toLowerCase()}%40example.com`;
  },
} as const;

type TokenKind = keyof typeof tokens;

/** The specification's sections 2, 4 and 6: what needs a verified person, and what is for signed-out people only. */
const signedOutOnly = /^\/(?:sign-in|register|forgot\/password|password\/set|withdrawal-req)(?:\/|$)/;
const verifiedOnly = new RegExp(
  `^/(?:${[
    ...['my-account', 'affiliate', 'affiliate-dashboard', 'statistics', 'profile/edit', 'notifications'],
    ...['billing/(?:history|pending|checkout|checkout-market)', 'withdrawal/history', 'web-trading', 'risk-manager'],
    ...['checkout-renew', 'checkout-reset', 'checkout-market', 'dxfeed/checkout-market', 'checkout/funded'],
    ...['checkout/performance-review', 'funded/checkout/order', 'admin'],
  ].join('|')})(?:/|$)`,
);

/** Where a person ends up, with which message; `null` stays. */
function expected(path: string, kind: TokenKind): { readonly to: string | null; readonly toast: boolean } {
  const signInPath = `/sign-in?next=${encodeURIComponent(path)}`;
  const isProtected = verifiedOnly.test(path);
  const leads = signedOutOnly.test(path) || path === '/login';
  if (kind === 'none' || kind === 'expired') return { to: isProtected ? signInPath : null, toast: false };
  if (kind === 'revoked') return { to: isProtected ? home : null, toast: true };
  if (kind === 'unverified') return { to: isProtected || leads ? verification : null, toast: false };
  return { to: leads || path.startsWith('/email/verification/') ? account : null, toast: false };
}

const isSignedIn = (kind: TokenKind) => kind === 'valid' || kind === 'unverified';

/** Starts a page as its script does. @returns where it leads, null if it stays */
async function open(name: RouteName, path: string): Promise<string | null> {
  if (routes[name].render === 'page') {
    const { kind } = await startPage({ checkAuth: 'check_auth', sessionId: 'sessionId/fetch' });
    if (kind === 'rejected') return 'message';
    return null;
  }
  await startSession(name);
  $session.set({ status: 'checking' });
  restorePage();
  await until(() => $session.get().status !== 'checking');
  const decision = guardRoute($session.get(), { route: name, path, locale: 'en', next: account });
  return decision.kind === 'redirect' ? decision.to : null;
}

const values = { email, orderEmail: email, token: 'x', code: 'x' };
const names = Object.keys(routes) as RouteName[];

for (const kind of Object.keys(tokens) as TokenKind[]) {
  for (const isTyped of [false, true]) {
    test(`every page opens for a ${kind} sign-in with ${isTyped ? 'a filled form' : 'nothing typed'} as specified`, async () => {
      await tokens[kind]();
      const stored = { token: readStored('token'), expiry: readStored('token_expiry') };
      writeStored('sessionId', 'x'.repeat(22));
      const wrong: unknown[] = [];
      for (const name of names) {
        const { pattern }: Route = routes[name];
        const path = fillPattern(pattern, values, 'en');
        if (stored.token) writeStored('token', stored.token);
        if (stored.expiry) writeStored('token_expiry', stored.expiry);
        const form = isTyped ? { message: 'Words' } : undefined;
        const page = openPage(path, form ? { form } : null);
        const led = await open(name, path);
        const shown = toasts();
        const isStatic = routes[name].render === 'page';
        const found = {
          to: led === 'message' ? null : led,
          toast: isStatic ? led === 'message' : shown.some((each) => 'key' in each && each.key === 'invalid_token'),
          token: readStored('token') !== null,
          form: (page.state() as { form?: object } | null)?.form,
          left: page.visited,
        };
        const want = { ...expected(path, kind), token: isSignedIn(kind), form, left: [] };
        if (JSON.stringify(found) !== JSON.stringify(want)) wrong.push({ path, found, want });
      }
      expect(wrong).toEqual([]);
    });
  }
}
