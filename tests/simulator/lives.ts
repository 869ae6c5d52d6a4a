import { hourMs, minuteMs } from '#lib/durations.ts';
import { isOpen, nextSessionAt, resultDayOf } from '#shared/exchange/trading-day.ts';
import { drawCommission, judgeCommission } from './actions-affiliates.ts';
import { bankFile, batch, settleBatches } from './actions-bank.ts';
import { judgeDispute, movePayout, nextSteps } from './actions-firm.ts';
import { deliverIdentity } from './actions-identity.ts';
import { tidy } from './actions-office.ts';
import { settleIn } from './actions-payee.ts';
import { dispute, request } from './actions-people.ts';
import { buy, order, selectBill, selectFor } from './actions-shop.ts';
import { answerTickets } from './actions-support.ts';
import type { Chance } from './chance.ts';
import { type Firm, listAccounts, listPayouts, type Trader } from './firm.ts';
import { tradeAll, tradingMs } from './trade-all.ts';
import type { World } from './world.ts';

/** Some minutes, in which jobs run again and again as in a running firm, and people haven't looked at anything yet. */
export async function soon(world: World): Promise<void> {
  for (let runs = 3; runs > 0; runs -= 1) await world.pass(5 * minuteMs);
}

/** What a trader does once a day: the next thing of each account's life, and what they owe. */
async function live(world: World, trader: Trader, chance: Chance): Promise<void> {
  for (const kind of ['pending-bill', 'pending-data-bill'] as const)
    if (chance.hits(0.25)) await buy(world, trader, chance, await selectBill(world, trader, kind), 'paid');
  if (chance.hits(0.1)) await order(world, trader, chance);
  if (chance.hits(0.1)) await drawCommission(world, trader, chance);
  for (const account of await listAccounts(world, trader)) {
    const { id, phase, state, ended_at } = account;
    if (ended_at && state.status !== 'passed') continue;
    if (phase === 'evaluation' && state.status === 'passed') {
      await settleIn(world, trader);
      await buy(world, trader, chance, await selectFor(world, account, 'funded-activation'), 'paid');
    } else if (state.status === 'breached') {
      if (chance.hits(0.3)) await dispute(world, trader, chance);
      else if (chance.hits(0.4)) await buy(world, trader, chance, await selectFor(world, account, 'reset'), 'paid');
    } else if (phase !== 'evaluation' && chance.hits(0.5)) {
      await settleIn(world, trader);
      await request(world, trader, chance, id);
    }
  }
}

/** What the staff, the bank and the provider of identity checks do in a day. */
async function work(world: World, firm: Firm, chance: Chance): Promise<void> {
  for (const trader of firm.traders) {
    for (const payout of await listPayouts(world, trader)) {
      const isRefused = payout.status === 'in-review' && chance.hits(0.05);
      const step = isRefused ? 'reject' : nextSteps[payout.status];
      if (step && (step === 'review' || step === 'approve' || step === 'reject' || chance.hits(0.4)))
        await movePayout(world, firm, payout.id, step);
    }
    if (chance.hits(0.3)) await judgeDispute(world, trader, chance, firm);
  }
  await judgeCommission(world, firm.traders[0] as Trader, chance, firm);
  if (chance.hits(0.2)) await tidy(world, firm.traders[0] as Trader, chance, firm);
  await batch(world, firm.traders[0] as Trader, chance, firm);
  for (let files = chance.between(0, 2); files > 0; files -= 1)
    await bankFile(world, firm.traders[0] as Trader, chance, firm);
  if (chance.hits(0.2)) await settleBatches(world, firm);
  await deliverIdentity(world, chance, world.identity.state.waiting.length);
  await answerTickets(world, firm, chance);
}

/** Some days on which everyone trades as they can, and does what comes next in their accounts' lives. */
export async function season(world: World, _: Trader, chance: Chance, firm: Firm): Promise<void> {
  const { diligence, resultTicks } = world.options;
  for (let days = chance.between(3, 6); days > 0; days -= 1) {
    const now = Date.now();
    const opensAt = isOpen(now + 2 * tradingMs) ? now : nextSessionAt(resultDayOf(now)) + hourMs;
    await world.pass(Math.max(minuteMs, opensAt - now));
    for (const [who, trader] of firm.traders.entries()) {
      const ticks = resultTicks(who, chance);
      await tradeAll(world, trader, ticks);
    }
    await world.pass(tradingMs);
    for (const trader of firm.traders) await live(world, trader, chance);
    await soon(world);
    if (chance.hits(diligence)) await work(world, firm, chance);
    await world.pass(23 * hourMs);
  }
}
