import { type RouteName, routes } from '#routes.ts';
import { accountData, firstHistory } from '#shared/accounts/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import type { Call } from '#shared/core/call.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { riskDashboard } from '#shared/risk/contract.ts';

const apiRoot = import.meta.env.PUBLIC_API_ROOT || '/api';

const first: Readonly<Partial<Record<RouteName, readonly string[]>>> = {
  myAccount: [addressOf(accountData, `?history=${firstHistory}`), addressOf(myOrders, '?unfinished=1')],
  riskManager: [addressOf(riskDashboard)],
};

function addressOf({ method, path }: Pick<Call, 'method' | 'path'>, query = ''): string {
  return `${method} ${apiRoot}/${path}${query}`;
}

/** The first calls of a signed-in person's screen, for the script in its head; undefined if the screen has none. */
export function findEarlyCalls(route: RouteName): string | undefined {
  if (routes[route].access !== 'verified') return undefined;
  return [addressOf(checkAuth), ...(first[route] ?? [])].join(',');
}
