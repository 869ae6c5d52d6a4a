import { randomUUID } from 'node:crypto';
import { postToLedger } from '#server/core/ledger/post.ts';
import * as calls from '#shared/affiliates/contract.ts';
import { orderForm, type Shop } from './shop.ts';

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

/** A person whose application was approved, with the link code they chose. */
export async function joinAffiliates(shop: Shop) {
  const person = await shop.signIn();
  const code = `ada-${randomUUID().slice(0, 8)}`;
  const now = shop.server.clock.now();
  await shop.server.deps.db
    .insertInto('affiliate')
    .values({
      ...{ person_id: person.personId, code, status: 'approved', channel: 'https://video.example/ada' },
      ...{ audience: 'Traders.', terms_version: '1', applied_at: now, decided_at: now },
    })
    .execute();
  return { ...person, code };
}

/** Opens a page by the code's link in a browser whose user allows attribution. */
export async function visitThrough(shop: Shop, code: string, browserSessionId: string): Promise<void> {
  await shop.ask(calls.countLink, {
    body: { code, browserSessionId, page: '/classic-accounts', sub1: 'video', click_id: 'c-1' },
    headers: { 'User-Agent': firefox },
  });
}

/** A Classic 50K for $149.00 without tax, paid by someone who came through the code's link: $22.35 of commission. */
export async function sellThrough(shop: Shop, code: string, change: Parameters<typeof orderForm>[0] = {}) {
  const browserSessionId = randomUUID();
  await visitThrough(shop, code, browserSessionId);
  const opened = await shop.order(orderForm({ browserSessionId, country: 'US', ...change }));
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return opened;
}

/** Credits an affiliate with an available amount, as released commissions do. */
export async function credit({ server: { deps } }: Pick<Shop, 'server'>, ownerId: string, amountCents: number) {
  await deps.db.transaction().execute((trx) =>
    postToLedger(deps, trx, {
      ...{ dedupeKey: randomUUID(), kind: 'commission-released', reference: 'test' },
      lines: [
        { account: { kind: 'commission-expense' }, amountCents: -amountCents },
        { account: { kind: 'affiliate-payable', ownerId }, amountCents },
      ],
    }),
  );
}

export async function readDashboard(shop: Pick<Shop, 'ask'>, token: string) {
  const { data } = await shop.ask(calls.affiliateData, { token });
  if (!data.affiliate) throw new Error('not an affiliate');
  return data.affiliate;
}
