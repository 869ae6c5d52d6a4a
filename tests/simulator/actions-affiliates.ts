import { randomUUID } from 'node:crypto';
import * as calls from '#shared/affiliates/contract.ts';
import { decideApplication, decideCommission } from '#shared/affiliates/contract-office.ts';
import * as payouts from '#shared/affiliates/contract-payouts.ts';
import * as postbacks from '#shared/affiliates/contract-postbacks.ts';
import { settleIn } from './actions-payee.ts';
import type { Chance } from './chance.ts';
import type { Firm, Trader } from './firm.ts';
import type { World } from './world.ts';

/** Someone applies, the firm decides, and an affiliate looks after their coupon, commissions and money. */
export async function affiliate(world: World, trader: Trader, chance: Chance, { staff: [token] }: Firm): Promise<void> {
  const { personId } = trader;
  const own = await world.db
    .selectFrom('affiliate')
    .select('status')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!own) {
    const body = {
      code: `ada-${randomUUID().slice(0, 8)}`,
      channel: 'Video',
      audience: 'Traders.',
      termsUse: 1 as const,
    };
    await world.ask(calls.affiliateSignup, { body, token: trader.token });
  }
  if (own?.status === 'pending' || (!own && chance.hits(0.6))) {
    const decision = chance.hits(0.8) ? 'approved' : 'declined';
    await world.ask(decideApplication, { body: { affiliateId: personId, decision }, token });
  }
  if (own?.status !== 'approved') return;
  const coupon = `ADA${randomUUID().slice(0, 6)}`.toUpperCase();
  if (chance.hits(0.3)) await world.ask(calls.updateAffiliateCoupon, { body: { coupon }, token: trader.token });
  if (chance.hits(0.1))
    await world.ask(postbacks.savePostbackUrl, { body: { url: 'https://tracker.example/x' }, token: trader.token });
  await settleIn(world, trader);
  await drawCommission(world, trader, chance);
}

/** Requests what an affiliate may, perhaps closes the request. */
export async function drawCommission(world: World, { personId, token }: Trader, chance: Chance): Promise<void> {
  const destination = await world.db
    .selectFrom('payout_destination')
    .select(['id', 'method'])
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst();
  if (!destination) return;
  const shown = await world.ask(payouts.fetchAffiliatePayouts, { query: { destinationId: destination.id }, token });
  if (!shown || shown.facts.availableCents < shown.facts.minimumCents) return;
  const { availableCents, minimumCents, feesCents } = shown.facts;
  const amountCents = chance.hits(0.5) ? availableCents : chance.between(minimumCents, availableCents);
  const expectedNetCents = amountCents - (feesCents[destination.method] ?? 0);
  const body = { amountCents, destinationId: destination.id, expectedNetCents };
  const opened = await world.ask(payouts.requestAffiliatePayout, { body, token, idempotencyKey: randomUUID() });
  if (opened && chance.hits(0.2))
    await world.ask(payouts.closeAffiliatePayout, { body: { payoutId: opened.payout.id }, token });
}

/** Staff decide about commissions that wait for a look. */
export async function judgeCommission(
  world: World,
  _: Trader,
  chance: Chance,
  { staff: [token] }: Firm,
): Promise<void> {
  const waiting = await world.db.selectFrom('commission').select('id').where('status', '=', 'review').execute();
  for (const { id: commissionId } of waiting) {
    const decision = chance.hits(0.7) ? 'allow' : 'refuse';
    await world.ask(decideCommission, { body: { commissionId, decision, reason: 'We looked.' }, token });
  }
}
