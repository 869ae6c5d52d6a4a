import { randomUUID } from 'node:crypto';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import type { createApp } from '#server/app.ts';
import type { Deps } from '#server/core/deps.ts';
import { signText } from '#server/core/signature.ts';
import { affiliateSignup, countLink, updateAffiliateCoupon } from '#shared/affiliates/contract.ts';
import { createOrder } from '#shared/orders/contract.ts';
import type { client } from '../../server/support/client.ts';
import { makePayable } from '../../server/support/payee.ts';

/** A server whose clock is set in the past. */
type Past = {
  readonly deps: Deps;
  readonly app: ReturnType<typeof createApp>;
  readonly ask: ReturnType<typeof client>;
  readonly settle: () => Promise<void>;
};

type Referrer = { readonly token: string; readonly email: string; readonly code: string; readonly coupon: string };

/** What each buyer pays for a Classic 50K without tax; 15 % of it is $22.35. */
const totalCents = 14_900;
const saleCount = 4;
const visitorUserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

/** Applies, is approved through the mailed link, chooses a coupon and sells to four people referred by the link. */
export async function joinAndSell(past: Past, { token, email, code, coupon }: Referrer): Promise<void> {
  const { deps, app, ask, settle } = past;
  const application = { code, channel: 'https://video.example/grace', audience: 'Traders.', termsUse: 1 as const };
  const applied = await ask(affiliateSignup, { body: application, token });
  if (applied.response_status !== 200) throw new Error(`affiliate: ${applied.response_message}`);
  const { id } = await deps.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const link = new URLSearchParams({ id, key: signText(deps.keys, 'affiliate-decide', id) });
  const decision = new URLSearchParams({ status: 'approved' });
  await app.request(`/api/affiliation/decide?${link}`, { method: 'POST', body: decision });
  const chosen = await ask(updateAffiliateCoupon, { body: { coupon }, token });
  if (chosen.response_status !== 200) throw new Error(`coupon: ${chosen.response_message}`);
  for (let index = 0; index < saleCount; index += 1) await sell(past, { code, buyer: `${code}-buyer-${index}` });
  await settle();
}

const classic = { kind: 'evaluation', packageId: 'classic-50k' } as const;

async function sell({ app, ask }: Past, { code, buyer }: { code: string; buyer: string }): Promise<void> {
  const browserSessionId = randomUUID();
  await ask(countLink, {
    body: { code, browserSessionId, page: '/classic-accounts', sub1: 'video' },
    headers: { 'User-Agent': visitorUserAgent },
  });
  const opened = await ask(createOrder, {
    body: {
      selection: { ...classic, platform: 'rithmic', addOns: [], coupon: '', withoutPromotion: true },
      ...{ expectedTotalCents: totalCents, email: `${buyer}@example.com`, first_name: 'Ida', last_name: buyer },
      ...{ country: 'US', termsUse: 1, startNow: 1, renewalConsent: 1, again: 0, browserSessionId },
    },
    idempotencyKey: randomUUID(),
  });
  if (opened.response_status !== 200) throw new Error(`${buyer}: ${opened.response_message}`);
  const form = new URLSearchParams({ outcome: 'paid', delivery: 'normal', renewals: 'pay' });
  await app.request(new URL(opened.data.paymentUrl).pathname, { method: 'POST', body: form });
}

/** Releases the commissions, whose thirty days are over, and meets all payout requirements. */
export async function makeEarnedCommissionsPayable(deps: Deps, email: string): Promise<void> {
  await releaseCommissions(deps);
  const { id } = await deps.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  await makePayable({ deps }, id);
}
