import { expect, onTestFinished, test } from 'vitest';
import { updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { knownPrices, startTestApp } from '../support/app.ts';
import { openTerminal, placed, runUntil } from '../support/terminal.ts';

test('a trader who keeps away from news opens nothing around the jobs report, keeps the stop of a position and can close it', async () => {
  // The Bureau of Labor Statistics publishes it on December 4, 2026 at 8:30 a.m. in New York.
  const release = Date.parse('2026-12-04T08:30:00-05:00');
  const server = await startTestApp({ environment: knownPrices, startAt: release - 8 * 60_000 });
  onTestFinished(() => server.close());
  const terminal = await openTerminal(server);
  const december = { instrument: 'ES', month: '2026-12' } as const;
  await terminal.send(updatePersonalStop, { ...noLimits, accountId: await terminal.accountId(), newsMinutes: 5 });
  await placed(terminal.place({ ...december, bracket: { targetTicks: 4_000, stopTicks: 140 } }));
  const priceTicks = terminal.quote(december).askTicks - 400;
  const { order } = await placed(terminal.place({ ...december, type: 'limit', priceTicks }));
  await runUntil(server, release - 4 * 60_000);
  expect(await terminal.order(order.id)).toMatchObject({ status: 'canceled' });
  expect((await terminal.working()).map(({ type }) => type).sort()).toEqual(['limit', 'stop']);
  const refused = await terminal.place(december);
  expect([refused.response_status, refused.error_code]).toEqual([409, 'trading_personal_stop']);
  await placed(terminal.place({ ...december, side: 'sell' }));
  expect(await terminal.working()).toEqual([]);
  await runUntil(server, release + 5 * 60_000);
  await placed(terminal.place(december));
});
