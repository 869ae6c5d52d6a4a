import type { APIRequestContext } from '@playwright/test';
import { pino } from 'pino';
import { getCatalog } from '#content/catalog.ts';
import { hourMs } from '#lib/durations.ts';
import { ingestInTransaction } from '#server/accounts/feed/ingest.ts';
import { stopTrader } from '#server/accounts/simulator/simulated-traders.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { sign, signatureHeaders } from '#shared/accounts/bridge-signature.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import {
  previousTradingDay,
  resultDayOf,
  sessionCloseAt,
  sessionOpenAt,
  type TradingDay,
} from '#shared/exchange/trading-day.ts';
import { eventually } from '../../support/eventually.ts';
import { publishLaterRules } from '../../support/later-rules.ts';
import { startServer } from '../../support/server.ts';
import { type Account, asPerson, buy, register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, openContext, openMailbox, test } from '../fixtures.ts';
import { copyPrepared, makeFolder } from '../prepared-folder.ts';

const winningDays = 5;
/** More than that, so that none makes too large a share of the profit. */
const tradedDays = 14;
const { rulesVersion } = getCatalog().packages;
const secret = 'a secret that both sides know, of 40 bytes';
const es = { instrument: 'ES', month: '2026-12', quantity: 1, feeCents: 0 } as const;

/** A one-contract trade opened the given number of hours after the market; $12.50 per tick. */
function trade(day: TradingDay, hours: number, ticks: number): AccountEvent[] {
  const at = sessionOpenAt(day) + hours * hourMs;
  return [
    { ...es, type: 'fill', at, side: 'buy', priceTicks: 20_000 },
    { ...es, type: 'fill', at: at + hourMs, side: 'sell', priceTicks: 20_000 + ticks },
  ];
}

/** A day that earns $500. */
function winningDay(day: TradingDay): AccountEvent[] {
  return [...trade(day, 1, 40), { type: 'day-close', at: sessionCloseAt(day), day }];
}

function lastDays(now: number): TradingDay[] {
  const days: TradingDay[] = [];
  for (let day = resultDayOf(now); days.length < tradedDays; days.unshift(day)) day = previousTradingDay(day);
  return days;
}

/** Adds weeks of winning days, closes open positions and switches the account to a real platform's feed. */
async function tradeWhileStopped(dataDir: string, accountId: string): Promise<void> {
  const connection = await connectEmbedded({ dataDir });
  const env = parseEnv({ DATA_DIR: dataDir, DEMO: '1' });
  const log = pino({ level: 'warn' });
  const { deps, close } = await createServer({ env, catalog: getCatalog(), connection, log, recurring: false });
  const now = Date.now();
  await deps.db.transaction().execute(async (trx) => {
    await stopTrader(trx, accountId);
    const { state } = await trx
      .selectFrom('trading_account')
      .select('state')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const closing = state.positions.map(
      ({ instrument, month, quantity, lastPriceTicks: priceTicks }): AccountEvent => ({
        ...{ type: 'fill', at: now, instrument, month, priceTicks, feeCents: 0 },
        ...{ side: quantity > 0 ? 'sell' : 'buy', quantity: Math.abs(quantity) },
      }),
    );
    const events = [...lastDays(now).flatMap(winningDay), ...closing];
    const delivered = events.map((event, index) => ({ sourceId: `meanwhile-${index}`, event }));
    await ingestInTransaction(deps, trx, accountId, delivered);
    await trx.updateTable('trading_account').set({ simulated: false }).where('id', '=', accountId).execute();
  });
  await close();
}

/** Sends events the way the daemon next to the platform does. */
async function deliver(request: APIRequestContext, accountId: string, events: readonly AccountEvent[]): Promise<void> {
  const late = events.map((event, index) => ({ sourceId: `late-${index}`, event }));
  const data = JSON.stringify({ account: { accountId }, events: late });
  const { timestamp, signature } = sign(secret, data, new Date());
  const headers = { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
  const answer = await request.post('/api/bridge/events', { data, headers });
  expect(await answer.json()).toMatchObject({ accepted: events.length });
}

test('an open account screen reports a restart, recovers, follows late events and names the changed rules', async ({
  browser,
  playwright,
}) => {
  const env = { TRUST_PROXY: '1' };
  const first = await startServer({ dataDir: copyPrepared('demo'), env });
  const request = await playwright.request.newContext({ baseURL: first.origin });
  const person = await register(request, openMailbox(request));
  const ask = asPerson(request, person.token);
  await buy(request, person.token, person.email, { kind: 'evaluation', packageId: 'merit-25k' });
  const list = async () => (await ask<{ accounts: readonly Account[] }>('account/data')).accounts;
  await eventually('the open accounts', async () => expect(await list()).toHaveLength(1));
  const [merit] = (await list()) as [Account];

  const context = await openContext(browser, { baseURL: first.origin });
  const page = await context.newPage();
  await signInWith(page, person);
  await page.goto('/my-account');
  const main = page.getByRole('main');
  const live = main.locator('[data-liveness=live]');
  await expect(live).toBeVisible();
  await main.getByRole('tab', { name: 'Rules', exact: true }).click();
  await expect(
    main.getByText(`You bought this account under ${rulesVersion}, which is still the current version`),
  ).toBeVisible();
  await main.getByText(/^Not available now/).click();
  await expect(main.locator('dt', { hasText: 'Request payout' })).toBeVisible();
  await expect(main.getByText(`${winningDays} more days with at least $150.00 profit.`)).toBeVisible();

  await first.stop();
  await expect(main.getByText('Connection lost, reconnecting')).toBeVisible();
  await expect(main.getByText('Open position').first()).toBeVisible();
  await tradeWhileStopped(first.dataDir, merit.id);
  const folder = makeFolder();
  const { after } = publishLaterRules(folder, (rules) => rules.replaceAll('limitCents: 40000 ', 'limitCents: 60000 '));
  const port = Number(new URL(first.origin).port);
  const bridge = { PLATFORM_BRIDGE_URL: 'http://127.0.0.1:9/', PLATFORM_BRIDGE_SECRET: secret, DEMO: '1' };
  const second = await startServer({ dataDir: first.dataDir, port, env: { ...env, ...bridge }, cwd: folder });

  await expect(live).toBeVisible();
  await expect(main.locator('td').filter({ hasText: '+500' })).toHaveCount(tradedDays);
  await expect(main.getByText(`Funded, day ${tradedDays + 1}`)).toBeVisible();
  await expect(
    main.getByText(
      `You bought this account under ${rulesVersion}. The current version is ${after} and differs where noted. Your rules don’t change.`,
    ),
  ).toBeVisible();
  await expect(main.getByText('$400', { exact: true }).first()).toBeVisible();
  await expect(main.getByText('Current version: $600')).toBeVisible();
  await expect(main.getByText('You meet every condition. You can request a payout now.')).toBeVisible();

  const [day] = lastDays(Date.now());
  await deliver(request, merit.id, day ? trade(day, 4, 4) : []);
  await expect(main.locator('td').filter({ hasText: '+550' })).toHaveCount(1);
  await expect(main.locator('td').filter({ hasText: '+500' })).toHaveCount(tradedDays - 1);

  await main.getByRole('link', { name: 'Request payout' }).click();
  const route = '/dashboard/withdrawal/request-withdrawal/{rithmic_account_id}';
  await expect(page.locator('main')).toHaveAttribute('data-route', route);
  await expect(page.getByText(merit.platformAccountId)).toBeVisible();
  await expect(page.getByText('Verify your identity.')).toBeVisible();

  await context.close();
  await request.dispose();
  await second.stop();
});
