import { runDueCopies } from '#server/copier/run-copier.ts';
import { cancelTradingOrderFor } from '#server/trading/cancel.ts';
import { changeTradingOrderFor } from '#server/trading/change.ts';
import { matchOpenAccounts } from '#server/trading/match.ts';
import { placeTradingOrderFor } from '#server/trading/place.ts';
import { openProcessServer, type ProcessRun, readRun } from './process-server.ts';

/** The leader's first action. */
export type LeaderAction =
  | { readonly place: Omit<Parameters<typeof placeTradingOrderFor>[2], 'account' | 'dataAt'> }
  | { readonly change: { readonly orderId: string; readonly quantity: number; readonly priceTicks: number } }
  | { readonly cancel: string };

export type CopierRun = ProcessRun & {
  readonly personId: string;
  readonly leaderId: string;
  readonly action?: LeaderAction | undefined;
};

const run = readRun<CopierRun>();
const { deps, close, runFrames } = await openProcessServer(run);
const { personId, action } = run;
const own = { account: run.leaderId, dataAt: run.from };
if (action && 'place' in action) await placeTradingOrderFor(deps, personId, { ...action.place, ...own });
if (action && 'change' in action) await changeTradingOrderFor(deps, personId, { ...action.change, ...own });
if (action && 'cancel' in action) await cancelTradingOrderFor(deps, personId, { orderId: action.cancel, ...own });
await runFrames(async () => {
  await matchOpenAccounts(deps);
  await runDueCopies(deps);
});
await close();
