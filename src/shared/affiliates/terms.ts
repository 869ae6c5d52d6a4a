import * as z from 'zod/mini';

const bps = z.int().check(z.minimum(0), z.maximum(10_000));
const positive = z.int().check(z.minimum(1));

/** What one version of the affiliate agreement promises. */
export const affiliateTerms = z.object({
  ...{ shareBps: bps, couponBps: bps },
  ...{ linkDays: positive, couponDays: positive, pendingDays: positive, minimumPayoutCents: positive },
});
