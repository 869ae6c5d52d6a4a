import type { Routes } from '#server/core/http/context.ts';
import { mount, mountRaw } from '#server/core/http/mount.ts';
import * as calls from '#shared/payouts/contract-statistics.ts';
import { readChain, readStatistics } from './statistics/read-statistics.ts';

export const payoutStatisticsRoutes: Routes = (app, deps) => {
  const limit = { limit: 'read' } as const;

  mount(app, calls.payoutStatistics, async () => ({ data: await readStatistics(deps) }), limit);

  mountRaw(
    app,
    calls.payoutStatisticsChain,
    async ({ context }) =>
      context.body(await readChain(deps), 200, {
        'Content-Type': 'application/json',
        'Content-Disposition': 'attachment; filename="payout-statistics.json"',
        'Cache-Control': 'public, max-age=300',
        'Access-Control-Allow-Origin': '*',
      }),
    limit,
  );
};
