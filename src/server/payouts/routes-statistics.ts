import { publicFileHeaders } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/payouts/contract-statistics.ts';
import { readChain, readStatistics } from './statistics/read-statistics.ts';

const cacheSeconds = 300;

export const statisticsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.payoutStatistics, () => readStatistics(deps));

  mount(calls.payoutStatisticsChain, async ({ context }) =>
    context.body(
      await readChain(deps),
      200,
      publicFileHeaders('application/json', 'payout-statistics.json', cacheSeconds),
    ),
  );
};
