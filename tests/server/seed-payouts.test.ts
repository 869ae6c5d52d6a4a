import { expect, test } from 'vitest';
import { payoutStatuses } from '../../src/domain/payout/stages.ts';
import { seedDemo } from '../../src/server/seed/demo.ts';
import { listPayouts } from '../../src/server/services/payout/list.ts';
import { listPayoutAccounts } from '../../src/server/services/payout/list-accounts.ts';
import { startTestApp } from './support/app.ts';

const moments: readonly (readonly [string, number])[] = [
  ['a Wednesday morning', Date.UTC(2026, 2, 11, 15, 0)],
  ['the hour between the close and the next open', Date.UTC(2026, 2, 11, 21, 30)],
  ['a Saturday', Date.UTC(2026, 10, 21, 3, 12)],
  ['a Sunday before the open', Date.UTC(2026, 10, 22, 6, 0)],
  ['Thanksgiving', Date.UTC(2026, 10, 26, 19, 0)],
];

test.each(moments)(
  'a first start on %s seeds payouts in every stage, and a second one keeps them',
  async (_, startAt) => {
    const server = await startTestApp({ startAt });
    await seedDemo(server.deps);
    await server.drain();
    const { payouts } = await listPayouts(server.deps, 'demo-payee', {});
    expect(new Set(payouts.map(({ status }) => status))).toEqual(new Set(payoutStatuses));
    for (const { stages, requestedAt, isSample } of payouts) {
      expect(isSample).toBe(true);
      expect(requestedAt).toBeLessThan(startAt);
      expect(stages.map(({ at }) => at)).toEqual(stages.map(({ at }) => at).sort());
      expect(stages.at(-1)?.at).toBeLessThanOrEqual(startAt);
    }
    const { accounts } = await listPayoutAccounts(server.deps, 'demo-payee');
    expect(accounts.filter(({ open }) => open !== null)).toHaveLength(4);
    expect(accounts.filter(({ quote }) => quote.allowed)).toHaveLength(1);
    await seedDemo(server.deps);
    expect((await listPayouts(server.deps, 'demo-payee', {})).payouts).toHaveLength(payouts.length);
    await server.close();
  },
);
