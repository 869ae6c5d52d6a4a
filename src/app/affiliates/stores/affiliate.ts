import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify } from '#app/shell/stores/toasts.ts';
import * as calls from '#shared/affiliates/contract.ts';
import type { DataOf } from '#shared/core/call.ts';

export type AffiliateData = DataOf<typeof calls.affiliateData>;
export type Affiliate = NonNullable<AffiliateData['affiliate']>;
export type NewAgreement = NonNullable<AffiliateData['newAgreement']>;
export type Commission = Affiliate['commissions'][number];

/** Keeps showing the current data while it reloads. */
export const $affiliate = createResource(() => send(calls.affiliateData, {}));

export function createSignupForm() {
  return createForm({
    contract: calls.affiliateSignup,
    initial: { code: '', channel: '', audience: '', termsUse: 0 },
    onSuccess: async () => void (await $affiliate.load()),
  });
}

export function createAgreementForm(version: string) {
  return createForm({
    contract: calls.acceptAffiliateAgreement,
    initial: { version },
    onSuccess: async () => void (await $affiliate.load()),
  });
}

export function createCouponForm(coupon: string) {
  return createForm({
    contract: calls.updateAffiliateCoupon,
    initial: { coupon },
    onSuccess: async () => {
      notify('success', { key: 'saved' });
      await $affiliate.load();
    },
  });
}

export function saveCommissions(): Promise<void> {
  return download('commissions.csv', calls.commissionsFile, {});
}

/** A link to one of our pages with the affiliate's code and their own label. */
export function linkTo({ link, code }: Pick<Affiliate, 'link' | 'code'>, path: string, sub1: string): string {
  // Built from one string, so that no path can name another host.
  const url = new URL(`${new URL(link).origin}/${path.replace(/^[/\\]+/, '')}`);
  url.searchParams.set('ref', code);
  if (sub1 !== '') url.searchParams.set('sub1', sub1);
  return url.href;
}
