import { randomUUID } from 'node:crypto';
import { readCatalog } from '#content/catalog.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { runDueCopies } from '#server/copier/run-copier.ts';
import { matchOpenAccounts } from '#server/trading/match.ts';
import * as copies from '#shared/copier/contract.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { isOpen, nextSessionAt, resultDayOf } from '#shared/exchange/trading-day.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import * as calls from '#shared/trading/contract.ts';
import { buy, buyEvaluation } from './actions-shop.ts';
import { type Chance, passTime } from './chance.ts';
import { listAccounts, pickAccount, type Trader } from './firm.ts';
import type { World } from './world.ts';

const stayMs = 5 * minuteMs;
const { thor } = readCatalog().packages;

/** Time goes by at the terminal: the market's frames are matched, and what a leader did is copied. */
async function wait(world: World, ms: number): Promise<void> {
  passTime(ms);
  const { server, state } = world;
  const { deps } = server;
  while ((await matchOpenAccounts(deps)) > 0);
  await runDueCopies(deps, true);
  // What fails there is logged, and tried again.
  const failed = state.errors.some(
    (line) => /could not (be (matched|copied)|list due)/.test(line) && !line.includes('The process has ended'),
  );
  if (state.injected === 0 && failed) world.fail('an order or a copy failed');
}

/** Waits for the market, if accounts are traded here. @returns whether they are */
async function openTerminal(world: World): Promise<boolean> {
  if (!world.options.isSimulated) return false;
  const now = Date.now();
  if (!isOpen(now) || !isOpen(now + stayMs)) await world.pass(nextSessionAt(resultDayOf(now)) + hourMs - now);
  return isOpen(Date.now()) && isOpen(Date.now() + stayMs);
}

/** Places, changes, reverses and cancels orders on an account, and leaves with nothing open. */
async function tradeByHand(world: World, { token }: Trader, chance: Chance, account: string): Promise<void> {
  const contract = { instrument: 'ES' as const, month: frontMonthOf('ES', Date.now()) };
  const about = () => ({ account, requestId: randomUUID(), dataAt: Date.now() });
  world.state.leave = async () => {
    await world.ask(calls.cancelTradingOrders, { body: { account }, token });
    await world.ask(calls.flattenPositions, { body: { account, requestId: randomUUID() }, token });
    await wait(world, 1_000);
    await wait(world, 1_000);
  };
  for (let orders = chance.between(1, 4); orders > 0; orders -= 1) {
    const side = chance.pick(['buy', 'sell'] as const);
    const quantity = chance.between(1, 2);
    const bracket = chance.hits(0.5)
      ? { targetTicks: chance.between(2, 20), stopTicks: chance.between(2, 20) }
      : undefined;
    const market = { ...about(), ...contract, side, quantity, type: 'market' as const };
    const placed = await world.ask(calls.placeTradingOrder, { body: bracket ? { ...market, bracket } : market, token });
    await wait(world, chance.between(1, 20) * 1_000);
    const filled = placed?.trading.orders.find(({ id }) => id === placed.orderId)?.fillTicks;
    if (filled === null || filled === undefined) continue;
    const priceTicks = filled + (side === 'buy' ? -1 : 1) * chance.between(2, 200);
    const limit = { ...about(), ...contract, side, quantity: 1, type: 'limit' as const, priceTicks };
    const working = await world.ask(calls.placeTradingOrder, { body: limit, token });
    await wait(world, 1_000);
    const orderId = working?.orderId;
    if (!orderId) continue;
    if (chance.hits(0.5))
      await world.ask(calls.changeTradingOrder, {
        body: { account, orderId, dataAt: Date.now(), priceTicks: priceTicks + chance.between(-4, 4) },
        token,
      });
    if (chance.hits(0.5)) await world.ask(calls.cancelTradingOrder, { body: { account, orderId }, token });
    if (chance.hits(0.2)) await world.ask(calls.reversePosition, { body: { ...about(), ...contract }, token });
    await wait(world, chance.between(1, 20) * 1_000);
  }
}

/** A trader spends some minutes at the terminal. */
export async function terminal(world: World, trader: Trader, chance: Chance): Promise<void> {
  const account = await pickAccount(world, trader, chance);
  if (account && (await openTerminal(world))) await tradeByHand(world, trader, chance, account.id);
}

/** A trader buys Thor, sets up who follows whom, starts and stops copying, and trades the leader. */
export async function copier(world: World, trader: Trader, chance: Chance): Promise<void> {
  const { token } = trader;
  if (!(await openTerminal(world))) return;
  const before = await world.ask(copies.fetchCopier, { token });
  if (before?.package === null) {
    const { id: packageId } = chance.pick(thor);
    const selection = { kind: 'thor' as const, packageId, platform: 'rithmic' as const, addOns: [], coupon: '' };
    await buy(world, trader, chance, selection as ProductSelection, 'paid');
  }
  if (before && before.accounts.length < 2) await buyEvaluation(world, trader, chance);
  const shown = await world.ask(copies.fetchCopier, { token });
  const [leader, ...others] = shown?.accounts ?? [];
  if (!shown?.package || !leader || others.length === 0) return;
  const { id: leaderId } = leader;
  const accountIds = others.slice(0, shown.package.followers).map(({ id }) => id);
  const sizing = chance.pick([
    { mode: 'ratio', hundredths: chance.pick([50, 100, 200]), size: 'leader' },
    { mode: 'fixed', contracts: 1, size: 'full' },
  ] as const);
  const copyMode = chance.pick(['execution', 'order'] as const);
  const followers = accountIds.map((accountId) => ({
    ...{ accountId, copyMode, sizing, dailyStopCents: chance.pick([null, 50_000]) },
  }));
  await world.ask(copies.saveCopier, { body: { leaderId, followers }, token });
  await world.ask(copies.armFollowers, { body: { accountIds }, token });
  await tradeByHand(world, trader, chance, leaderId);
  const leave = world.state.leave;
  world.state.leave = async () => {
    if (chance.hits(0.3)) await world.ask(copies.disarmFollowers, { body: { accountIds }, token });
    await leave?.();
    await world.ask(copies.flattenFollowers, { body: {}, token });
    await wait(world, 1_000);
    for (const { id, state } of await listAccounts(world, trader))
      if (state.positions.length > 0) world.fail(`${id} has a position that nobody holds`);
  };
}
