import * as z from 'zod/mini';
import { normalizeAffiliateCode, normalizeCouponCode } from '#lib/spelled-code.ts';
import { defineCall } from '#shared/core/call.ts';
import { formatted, freeText, requiredCheckbox, requiredToken, spelledCode, token } from '#shared/core/fields.ts';
import { orderKind } from '#shared/orders/contract-selection.ts';
import { affiliateCode, affiliateCoupon } from './codes.ts';
import { commissionStatuses, reviewReasons } from './review.ts';
import { affiliateTerms } from './terms.ts';

const cents = z.int();
/** UTC ms. */
const moment = z.int();
/** The affiliate's own tracking parameters, as given in the link. */
const mark = z.optional(token(100));
const marks = { sub1: mark, sub2: mark, sub3: mark, sub4: mark, sub5: mark };

export const affiliateChannelMaximumLength = 300;
export const affiliateAudienceMaximumLength = 1_000;

export const countLink = defineCall({
  summary: 'Counts a visit through an affiliate’s link. The response is the same for unknown codes',
  post: 'affiliate/link/count',
  access: 'any',
  body: z.object({
    code: requiredToken(40),
    /**
     * The browser's id from `sessionId/fetch`, to which its later orders are attributed; only with the visitor's
     * consent.
     */
    browserSessionId: z.optional(requiredToken(128)),
    /** Whether this visit was already counted without an id. */
    counted: z.optional(z.boolean()),
    /** The path that the link led to. */
    page: z._default(formatted(201, /^\/[^\s?#]{0,200}$/), '/'),
    ...marks,
    /** The picture that was clicked; unknown values are ignored. */
    creative: z.optional(token(100)),
    /** The affiliate's own click id, returned with a conversion. */
    click_id: z.optional(token(200)),
  }),
});

export const forgetLink = defineCall({
  summary: 'Detaches affiliate visits from a browser. Later orders are attributed by coupon alone',
  post: 'affiliate/link/forget',
  access: 'any',
  body: z.object({ browserSessionId: requiredToken(128) }),
});

export const affiliateSignup = defineCall({
  summary: 'Applies to the affiliate program. The firm decides and replies by email',
  post: 'affiliation/signup',
  body: z.object({
    /** The code after `?ref=` in the link. */
    code: spelledCode(100, normalizeAffiliateCode, affiliateCode, 'affiliate_code'),
    channel: freeText(affiliateChannelMaximumLength),
    audience: freeText(affiliateAudienceMaximumLength),
    termsUse: requiredCheckbox('affiliate_terms'),
  }),
  errors: ['affiliate_known', 'closing'],
});

export const commission = z.object({
  id: z.string(),
  kind: orderKind,
  packageId: z.string(),
  /** A pseudonym, constant per buyer and affiliate, that nobody else can trace to a person. */
  buyer: z.string(),
  via: z.enum(['link', 'coupon', 'renewal']),
  page: z.nullable(z.string()),
  subs: z.record(z.string(), z.string()),
  clickId: z.nullable(z.string()),
  clickedAt: z.nullable(moment),
  /** The price before tax, after discounts. */
  baseCents: cents,
  shareBps: z.int(),
  amountCents: cents,
  revokedCents: cents,
  status: z.enum(commissionStatuses),
  /** Why it needed a manual review; null if it didn't. */
  reviewReason: z.nullable(z.enum(reviewReasons)),
  /** The firm's comment on the decision. */
  decisionReason: z.nullable(z.string()),
  earnedAt: moment,
  /** When it becomes or became available. */
  availableAt: moment,
  /** Payouts that include it, first in, first out, without returned ones; `isPaid`: it has arrived. */
  payouts: z.array(z.object({ number: z.string(), isPaid: z.boolean(), amountCents: cents })),
  /** The part that offset commissions revoked after their payout. */
  settledCents: cents,
  /** The part that can still be paid out. */
  unpaidCents: cents,
  /** The part that refunds took back after it was paid out. */
  clawbackCents: cents,
  /** The part of the clawback that no other commission has offset yet. */
  owedCents: cents,
});

const figures = { clicks: z.int(), orders: z.int(), amountCents: cents };

export const affiliateData = defineCall({
  summary: 'Returns your affiliate dashboard: link, coupon, balances, 90 days of figures and the newest commissions',
  get: 'affiliate/data',
  limit: null,
  data: z.object({
    status: z.enum(['none', 'pending', 'approved', 'declined']),
    /** Those that the affiliate accepted; for anyone else those in force. */
    terms: affiliateTerms,
    /** The version in force, if the affiliate accepted another. */
    newAgreement: z.nullable(z.object({ version: z.string(), terms: affiliateTerms })),
    /** Null unless approved. */
    affiliate: z.nullable(
      z.object({
        /** Whether the figures are invented, as in the demo. */
        isSample: z.boolean(),
        code: z.string(),
        link: z.string(),
        coupon: z.nullable(z.string()),
        /** Null if the coupon can be changed now. */
        couponChangeableAt: z.nullable(moment),
        balances: z.object({
          pendingCents: cents,
          /** Negative after refunds of orders whose commission was paid out. */
          availableCents: cents,
          /** The part of `availableCents` that stays until disputes and refunds are decided. */
          heldCents: cents,
          requestedCents: cents,
          paidCents: cents,
        }),
        /** The first UTC day of the figures. */
        from: z.string(),
        /** Days without a click or an order are left out. */
        days: z.array(z.object({ day: z.string(), ...figures })),
        links: z.array(z.object({ page: z.string(), subs: z.record(z.string(), z.string()), ...figures })),
        commissions: z.array(commission),
      }),
    ),
  }),
});

export const acceptAffiliateAgreement = defineCall({
  summary: 'Accepts the affiliate agreement in force, whose terms apply to later orders',
  post: 'affiliation/agreement/accept',
  /** The version that was shown: another may have come into force since. */
  body: z.object({ version: requiredToken(20) }),
  errors: ['not_found', 'agreement_changed'],
});

export const updateAffiliateCoupon = defineCall({
  summary: 'Replaces your coupon. The previous one keeps working and stays yours',
  post: 'affiliation/coupon/update',
  body: z.object({
    coupon: spelledCode(100, normalizeCouponCode, affiliateCoupon, 'affiliate_coupon'),
  }),
  data: z.object({ coupon: z.string() }),
  errors: ['not_found', 'coupon_recent'],
});

export const commissionsFile = defineCall({
  summary: 'Returns all your commissions as CSV: click, order, amounts, status and payouts',
  get: 'affiliate/commissions.csv',
  limit: null,
  mediaType: 'text/csv',
});
