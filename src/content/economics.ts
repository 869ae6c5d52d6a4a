import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { canonicalJson } from '#lib/canonical-json.ts';
import { pick } from '#lib/pick.ts';
import {
  type BestEconomics,
  type Economics,
  type Offers,
  type SoldAccount,
  tradedDays,
} from '#shared/payouts/economics.ts';
import { payoutFacts } from '#shared/payouts/quote-shape.ts';
import { type Catalog, type EvaluationPackage, getAccountRules, getAffiliateTerms, getPayoutTerms } from './catalog.ts';

export const economicsPath = 'content/samples/economics.json';

export type EconomicsRow = Economics & {
  readonly version: string;
  readonly id: string;
  readonly trader: 'random' | 'skilled';
};

/** An account on sale, traded by the best player without an edge. */
export type BestRow = BestEconomics & { readonly id: string };

export type RecordedEconomics = {
  readonly measuredOn: string;
  /** Of what the rows of each account were computed from, and how many traders played it. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly traders: number;
  readonly rows: readonly EconomicsRow[];
  readonly best: readonly BestRow[];
};

/** What `npm run renew -- economics` last measured. */
export function readEconomics(): RecordedEconomics {
  return JSON.parse(readFileSync(economicsPath, 'utf8'));
}

export function soldAccountOf(catalog: Catalog, version: string, sold: EvaluationPackage): SoldAccount {
  const { capsCents, feesCents, ...terms } = getPayoutTerms(catalog, version, sold);
  return {
    rules: getAccountRules(catalog, version, sold.program, sold.size),
    // Those who play it are paid by Wise. Neither another rail nor a deadline changes what they draw.
    payout: { terms: z.parse(payoutFacts.shape.terms, terms), capsCents, feesCents: pick(feesCents, ['wise']) },
    priceCents: sold.priceCents,
    isMonthly: sold.billing === 'monthly',
    activationCents: sold.activationPriceCents,
  };
}

/** Of the grid on which an account is solved, in cents: floors, targets, daily limits, buffers and caps are on it. */
export const stepOf = ({ program, size }: EvaluationPackage): number =>
  program !== 'merit' && (size === '25K' || (size === '50K' && program === 'ascension')) ? 5_000 : 10_000;

/** Everything on sale that changes what an account costs or draws, at its best for the buyer. */
export function offersOf(catalog: Catalog, sold: EvaluationPackage): Offers {
  const { packages, discounts, coupons } = catalog;
  const { shareBps: affiliateBps, couponBps } = getAffiliateTerms(catalog);
  const { packageDiscount } = discounts;
  const isDiscounted = packageDiscount?.status === 1 && packageDiscount.programs.includes(sold.program);
  const largest = (kind: 'evaluation' | 'reset', price: number, others: readonly number[]) =>
    Math.max(
      0,
      ...others,
      ...coupons
        .filter(({ status, kinds, programs }) => {
          const isForKind = kinds === null || kinds.includes(kind);
          return status === 1 && isForKind && (programs === null || programs.includes(sold.program));
        })
        .map(({ percentBps, amountCents = 0 }) => percentBps ?? Math.min(10_000, (amountCents / price) * 10_000)),
    );
  const { resetPriceCents } = sold;
  return {
    resetCents:
      resetPriceCents === null ? null : resetPriceCents * (1 - largest('reset', resetPriceCents, []) / 10_000),
    fundedReset: packages.programs[sold.program].addOns.includes('funded-reset')
      ? {
          priceCents: packages.addOns['funded-reset'].priceCents,
          fromPayouts: getPayoutTerms(catalog, packages.rulesVersion, sold).fundedResetFromPayouts,
        }
      : null,
    couponBps: largest('evaluation', sold.priceCents, [couponBps, isDiscounted ? packageDiscount.percentBps : 0]),
    affiliateBps,
  };
}

/** Counts up when the figures of the same account are computed in another way. */
const method = 4;

/** Of all that the figures of an account on sale depend on. */
export function hashAccount(catalog: Catalog, sold: EvaluationPackage): string {
  const account = soldAccountOf(catalog, catalog.packages.rulesVersion, sold);
  const traded = catalog.instruments.filter(({ code }) => code === 'ES' || code === 'NQ' || code === 'MNQ');
  const computedFrom = { account, offers: offersOf(catalog, sold), traded, tradedDays, method };
  return createHash('sha256').update(canonicalJson(computedFrom)).digest('hex');
}
