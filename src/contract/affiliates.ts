import * as z from 'zod/mini';
import { affiliateCode, affiliateCoupon } from '../domain/affiliate/codes.ts';
import { reviewReasons } from '../domain/affiliate/review.ts';
import { defineCall } from './call.ts';
import { accepted, requiredText } from './fields.ts';
import { orderKind } from './selection.ts';

const cents = z.int();
/** UTC ms. */
const moment = z.int();
/** The affiliate's own marks, as they stood in the link. */
const mark = z.optional(z.string().check(z.maxLength(100, 'too_long')));
const marks = { sub1: mark, sub2: mark, sub3: mark, sub4: mark, sub5: mark };

export const affiliateChannelMaximumLength = 300;
export const affiliateAudienceMaximumLength = 1_000;

export const countLink = defineCall({
  name: 'countLink',
  summary:
    'Somebody came by an affiliate’s link; counted without any id unless they allow it. The answer is the same for a code that is nobody’s',
  method: 'POST',
  path: 'affiliate/link/count',
  body: z.object({
    code: requiredText(40),
    /**
     * The browser's id from `sessionId/fetch`, to which its later orders are attributed; only if its user allowed it.
     */
    browserSessionId: z.optional(requiredText(128)),
    /** Whether this visit was already counted without an id. */
    counted: z.optional(z.boolean()),
    /** The path that the link led to. */
    page: z._default(z.string().check(z.regex(/^\/[^\s?#]{0,200}$/, 'invalid')), '/'),
    ...marks,
    /** Which of our pictures led here; what isn't one is ignored. */
    creative: z.optional(z.string().check(z.maxLength(100, 'too_long'))),
    /** The affiliate's own id of the click, returned with a conversion. */
    click_id: z.optional(z.string().check(z.maxLength(200, 'too_long'))),
  }),
  errors: ['too_many'],
});

export const forgetLink = defineCall({
  name: 'forgetLink',
  summary: 'Detaches the visits through affiliates’ links from a browser; later orders are attributed by coupon alone',
  method: 'POST',
  path: 'affiliate/link/forget',
  body: z.object({ browserSessionId: requiredText(128) }),
  errors: ['too_many'],
});

export const affiliateSignup = defineCall({
  name: 'affiliateSignup',
  summary: 'Applies to the affiliate programme; the firm decides and mails',
  method: 'POST',
  path: 'affiliation/signup',
  access: 'verified',
  body: z.object({
    /** What follows `?ref=` in the link. */
    code: z
      .string('required')
      .check(z.trim(), z.toLowerCase(), z.minLength(1, 'required'), z.regex(affiliateCode, 'affiliate_code')),
    channel: requiredText(affiliateChannelMaximumLength),
    audience: requiredText(affiliateAudienceMaximumLength),
    termsUse: accepted('affiliate_terms'),
  }),
  errors: ['affiliate_known', 'too_many'],
});

const commission = z.object({
  id: z.string(),
  kind: orderKind,
  packageId: z.string(),
  /** A pseudonym: the same buyer has the same one for the same affiliate, and nobody else can tell who it is. */
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
  /** What refunds have taken back of it. */
  revokedCents: cents,
  /** `review`: a person checks whether the buyer is somebody else. */
  status: z.enum(['pending', 'review', 'available', 'revoked', 'refused', 'lapsed']),
  /** Why a person checked it; null if nobody had to. */
  reviewReason: z.nullable(z.enum(reviewReasons)),
  /** What the firm wrote when it decided. */
  decisionReason: z.nullable(z.string()),
  earnedAt: moment,
  /** When it becomes or became available. */
  availableAt: moment,
  /** What payouts take of it, first in, first out, without those that were given back; `isPaid`: it has arrived. */
  payouts: z.array(z.object({ number: z.string(), isPaid: z.boolean(), amountCents: cents })),
  /** What of it made up for commissions that refunds took back after a payout. */
  settledCents: cents,
  /** What of it can still be paid out. */
  unpaidCents: cents,
  /** What refunds took back of it after it was paid out. */
  clawbackCents: cents,
  /** What of that no other commission has made up for yet. */
  owedCents: cents,
});

const figures = { clicks: z.int(), orders: z.int(), amountCents: cents };

export const affiliateData = defineCall({
  name: 'affiliateData',
  summary: 'The bearer’s affiliate area: link, coupon, balances, figures of 90 days and the newest commissions',
  method: 'GET',
  path: 'affiliate/data',
  access: 'verified',
  data: z.object({
    status: z.enum(['none', 'pending', 'approved', 'declined']),
    terms: z.object({
      shareBps: z.int(),
      couponBps: z.int(),
      linkDays: z.int(),
      couponDays: z.int(),
      pendingDays: z.int(),
      minimumPayoutCents: cents,
    }),
    /** Null unless approved. */
    affiliate: z.nullable(
      z.object({
        /** The demo's figures are invented. */
        isSample: z.boolean(),
        code: z.string(),
        link: z.string(),
        coupon: z.nullable(z.string()),
        /** Null if at once. */
        couponChangeableAt: z.nullable(moment),
        balances: z.object({
          pendingCents: cents,
          /** Negative after refunds of orders whose commission was paid out. */
          availableCents: cents,
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

export const updateAffiliateCoupon = defineCall({
  name: 'updateAffiliateCoupon',
  summary: 'Replaces the bearer’s coupon; the former one keeps working and stays theirs',
  method: 'POST',
  path: 'affiliation/coupon/update',
  access: 'verified',
  body: z.object({
    coupon: z
      .string('required')
      .check(z.trim(), z.toUpperCase(), z.minLength(1, 'required'), z.regex(affiliateCoupon, 'affiliate_coupon')),
  }),
  data: z.object({ coupon: z.string() }),
  errors: ['not_found', 'coupon_recent', 'too_many'],
});

export const commissionsFile = defineCall({
  name: 'commissionsFile',
  summary: 'All commissions of the bearer as CSV: click, order, sums, state and payouts of each',
  method: 'GET',
  path: 'affiliate/commissions.csv',
  access: 'verified',
  mediaType: 'text/csv',
});
