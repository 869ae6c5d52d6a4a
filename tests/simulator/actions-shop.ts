import { randomUUID } from 'node:crypto';
import { readCatalog } from '#content/catalog.ts';
import { countLink } from '#shared/affiliates/contract.ts';
import { changeCard, resumeSubscription } from '#shared/billing/contract.ts';
import { changeBillingIdentity, previewBillingIdentity } from '#shared/billing/contract-billing-identity.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { createOrder, orderResult, quoteOrder, startOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { type OrderKind, orderKinds } from '#shared/orders/types.ts';
import { firefox } from '../server/support/affiliates.ts';
import { orderForm } from '../server/support/shop.ts';
import type { Chance } from './chance.ts';
import { listAccounts, type Trader } from './firm.ts';
import type { World } from './world.ts';

const { evaluations, trial, thor, marketData } = readCatalog().packages;
const platforms = ['rithmic', 'dxfeed'] as const;
const extras: { addOns: []; coupon: '' } = { addOns: [], coupon: '' };

type Account = Awaited<ReturnType<typeof listAccounts>>[number];

/** What is bought for an account, as its own package. */
export async function selectFor(
  world: World,
  { id: accountId, order_id, platform, platform_user: platformUser }: Account,
  kind: 'reset' | 'renew' | 'funded-activation',
): Promise<ProductSelection> {
  const order = await world.db.selectFrom('orders').select('package_id').where('id', '=', order_id).executeTakeFirst();
  return { ...extras, kind, packageId: order?.package_id ?? '', platform, accountId, platformUser } as ProductSelection;
}

/** An unpaid bill of a person; undefined if there is none. */
export async function selectBill(
  { db }: World,
  { personId }: Trader,
  kind: 'pending-bill' | 'pending-data-bill',
): Promise<ProductSelection | undefined> {
  const bills = db.selectFrom('bill').innerJoin('subscription', 'subscription.id', 'bill.subscription_id');
  const open = bills.where('bill.person_id', '=', personId).where('bill.status', '=', 'open');
  const isData = kind === 'pending-data-bill';
  const found = await open
    .where('subscription.kind', isData ? '=' : '<>', 'market-data')
    .select(['bill.id', 'subscription.package_id'])
    .orderBy('bill.id')
    .executeTakeFirst();
  return found && { ...extras, kind, packageId: found.package_id, billId: found.id };
}

/** Something of a kind that is sold; undefined if the person has nothing that it is for. */
async function choose(
  world: World,
  trader: Trader,
  chance: Chance,
  kind: OrderKind,
): Promise<ProductSelection | undefined> {
  const platform = chance.pick(platforms);
  const accounts = await listAccounts(world, trader);
  switch (kind) {
    case 'evaluation': {
      const { id: packageId } = chance.pick(evaluations);
      const addOns = chance.hits(0.3) ? (['market-data', 'funded-reset'] as const) : [];
      return { kind, packageId, platform, addOns: [...addOns], coupon: await pickCoupon(world, chance) };
    }
    case 'trial':
      return { ...extras, kind, packageId: trial.id, platform };
    case 'thor':
      return { ...extras, kind, packageId: chance.pick(thor).id, platform };
    case 'market-data':
    case 'market-data-free': {
      const packageId = chance.pick(marketData).id;
      return {
        ...extras,
        kind,
        packageId,
        platform,
        professional: packageId === 'cme-professional',
        exchanges: ['CME'],
      };
    }
    case 'pending-bill':
    case 'pending-data-bill':
      return selectBill(world, trader, kind);
    case 'performance-review':
      return accounts.length === 0
        ? undefined
        : { ...extras, kind, packageId: kind, accountId: chance.pick(accounts).id };
    default:
      return accounts.length === 0 ? undefined : selectFor(world, chance.pick(accounts), kind);
  }
}

async function pickCoupon({ db }: World, chance: Chance): Promise<string> {
  const own = await db.selectFrom('coupon').select('code').orderBy('code').execute();
  const partners = await db.selectFrom('affiliate').select('coupon as code').orderBy('code').execute();
  return chance.hits(0.5) ? '' : (chance.pick([...own, ...partners, { code: 'NONE-SUCH' }]).code ?? '');
}

type Buyer = Pick<BodyOf<typeof createOrder>, 'country' | 'postal_code' | 'company_name' | 'vat_number'>;

/** Where no tax is due, where it is, and where it falls to the buyer. */
const buyers: readonly Buyer[] = [
  { country: 'US', postal_code: '10001' },
  { country: 'US' },
  { country: 'FR' },
  { country: 'DE', company_name: 'Keller GmbH', vat_number: 'DE136695976' },
  { country: 'PT', postal_code: '9000-001' },
  { country: 'GB' },
  { country: 'BR' },
];

/** On the provider's page; `left` leaves it. */
const outcomes = ['paid', 'paid', 'paid', 'paid', 'processing', 'declined', 'cancelled', 'left'] as const;
const deliveries = ['normal', 'normal', 'twice', 'late', 'before', 'never'] as const;

/** Orders a product at its quoted price, and pays, is declined or leaves. @returns whether there is an order */
export async function buy(
  world: World,
  trader: Trader,
  chance: Chance,
  selection: ProductSelection | undefined,
  outcome: (typeof outcomes)[number] = chance.pick(outcomes),
): Promise<boolean> {
  if (!selection) return false;
  const { token, personId } = trader;
  const quote = await world.ask(quoteOrder, { body: { selection }, token });
  if (!quote) return false;
  const buyer = chance.pick(buyers);
  const priced = await world.ask(quoteOrder, { body: { selection, ...buyer }, token });
  const browserSessionId = `browser-of-${personId}`;
  const body = orderForm({
    ...{ selection, expectedTotalCents: (priced ?? quote).totalCents, again: 1, browserSessionId, ...buyer },
    ...(chance.hits(0.15) ? { startNow: 0 as const } : {}),
  });
  const asked = { body, token, idempotencyKey: randomUUID() };
  // People press twice.
  const [opened] = await Promise.all(Array.from({ length: chance.between(1, 2) }, () => world.ask(createOrder, asked)));
  if (!opened || quote.totalCents === 0 || outcome === 'left') return opened !== undefined;
  const renewals = chance.hits(0.3) ? 'decline' : 'pay';
  const { pathname } = new URL(opened.paymentUrl);
  await pressAt(world, pathname, { outcome, renewals, delivery: chance.pick(deliveries) });
  await world.drain();
  const query = { orderId: opened.orderId, sessionId: opened.sessionId, browserSessionId };
  await world.ask(orderResult, { query, token });
  if (body.startNow === 0) await world.ask(startOrder, { body: { ...query, startNow: 1 }, token });
  if (outcome === 'processing') await pressAt(world, pathname, { outcome: chance.pick(['paid', 'declined']) });
  return true;
}

/** Orders something of the first kind, of all in turn, that the person may buy. */
export async function order(world: World, trader: Trader, chance: Chance): Promise<void> {
  const first = chance.below(orderKinds.length);
  for (const kind of [...orderKinds.slice(first), ...orderKinds.slice(0, first)])
    if (await buy(world, trader, chance, await choose(world, trader, chance, kind))) return;
}

/** Presses a button of the provider's page. */
export async function pressAt(world: World, path: string, form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams({ delivery: 'normal', ...form });
  const { status } = await world.server.app.request(path, { method: 'POST', body });
  world.count(`provider ${form.outcome}: ${status}`);
}

/** Comes by an affiliate's link and buys an evaluation. */
export async function refer(world: World, trader: Trader, chance: Chance): Promise<void> {
  const affiliates = await world.db
    .selectFrom('affiliate')
    .select('code')
    .where('status', '=', 'approved')
    .where('person_id', '<>', trader.personId)
    .orderBy('code')
    .execute();
  if (affiliates.length === 0) return;
  // One has most of the readers.
  const [most = chance.pick(affiliates)] = affiliates;
  const { code } = chance.hits(0.6) ? most : chance.pick(affiliates);
  const body = { code, browserSessionId: `browser-of-${trader.personId}`, sub1: 'video' };
  await world.ask(countLink, { body: { ...body, page: '/' }, headers: { 'User-Agent': firefox } });
  await buyEvaluation(world, trader, chance);
}

/** Buys and pays one of the larger evaluations. */
export async function buyEvaluation(world: World, trader: Trader, chance: Chance): Promise<void> {
  const { id: packageId } = chance.pick(evaluations.filter(({ priceCents }) => priceCents > 20_000));
  const selection = { ...extras, kind: 'evaluation' as const, packageId, platform: chance.pick(platforms) };
  await buy(world, trader, chance, selection, 'paid');
}

/** Changes the card, the billing identity or the mind about a subscription that is canceled. */
export async function subscriber(world: World, { personId, token }: Trader, chance: Chance): Promise<void> {
  const subscriptions = await world.db
    .selectFrom('subscription')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  if (subscriptions.length === 0) return;
  const { id: subscriptionId } = chance.pick(subscriptions);
  if (chance.hits(0.5)) {
    const page = await world.ask(changeCard, { body: { subscriptionId }, token });
    const renewals = chance.pick(['pay', 'decline']);
    if (page) await pressAt(world, new URL(page.url).pathname, { outcome: 'card', renewals });
  }
  const name = { first_name: 'Ada', last_name: 'Ferreira', ...chance.pick(buyers) };
  if (await world.ask(previewBillingIdentity, { body: { subscriptionId, ...name }, token }))
    await world.ask(changeBillingIdentity, { body: { subscriptionId, ...name }, token });
  if (chance.hits(0.5)) await world.ask(resumeSubscription, { body: { subscriptionId }, token });
}
