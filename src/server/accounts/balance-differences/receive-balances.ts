import { type Deps, invalid, notFound, ServiceError } from '#server/core/deps.ts';
import type { ReceivedRequest } from '#shared/accounts/bridge-signature.ts';
import { readBridgeMessage } from '../feed/read-message.ts';
import { clockSkewMs, findBridgeAccount } from '../feed/receive.ts';
import { bridgeBalancesSchema } from '../ports/platform/bridge-messages.ts';
import { compareBalance } from './compare.ts';

type BalanceResult = { readonly status: number } | { readonly status: 200; readonly differs: boolean };

/**
 * Compares the platform's balances with ours, each as of its own time. Repeated and late reports change nothing.
 * An unknown account gets a 404 of its own in the response, and one that can't be compared its error. @throws as for
 * deliveries
 */
export async function receiveBridgeBalances(
  deps: Deps,
  request: ReceivedRequest,
): Promise<{ readonly balances: readonly BalanceResult[] }> {
  const parsed = bridgeBalancesSchema.safeParse(await readBridgeMessage(deps, request));
  if (!parsed.success) throw invalid({ balances: ['invalid'] });
  const latestAt = deps.clock().getTime() + clockSkewMs;
  if (parsed.data.balances.some(({ at }) => at > latestAt)) throw invalid({ balances: ['invalid'] });
  const balances: BalanceResult[] = [];
  for (const { account, at, balanceCents, positions } of parsed.data.balances) {
    try {
      const accountId = await findBridgeAccount(deps, account);
      if (accountId === undefined) throw notFound();
      balances.push({ status: 200, differs: await compareBalance(deps, accountId, { at, balanceCents, positions }) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      balances.push({ status: error.status });
    }
  }
  return { balances };
}
