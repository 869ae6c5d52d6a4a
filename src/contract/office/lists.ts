import * as z from 'zod/mini';
import { conductCauses, conductDecisions } from '../../domain/account/conduct.ts';
import { orderKinds, orderStatuses } from '../../domain/order/types.ts';
import { type Role, roles } from '../access.ts';
import { callsOf, defineList } from './define-list.ts';

const moment = z.int();
const text = z.string();
const maybeText = z.nullable(z.string());
const maybeMoment = z.nullable(moment);
const cents = z.int();

const base = { at: moment, id: text };
const ofAccount = { account: text, accountId: text, email: text, personId: text };

/** Everybody who works at the firm; affiliates are partners. */
export const staffRoles = [
  'admin',
  'finance',
  'support',
  'reviewer',
  'risk_manager',
] as const satisfies readonly Role[];
const riskRoles = ['risk_manager', 'admin'] as const satisfies readonly Role[];
const moneyRoles = ['finance', 'support', 'admin'] as const satisfies readonly Role[];

export const programmes = ['classic', 'ascension', 'merit', 'premium'] as const;
export const phases = ['evaluation', 'funded', 'live'] as const;
export const platforms = ['rithmic', 'dxfeed'] as const;
export const refundStates = ['none', 'requested', 'settled'] as const;
const accountStatuses = [
  'active',
  'locked',
  'passed',
  'breached',
  'suspended',
  'cancelled',
  'expired',
  'terminated',
] as const;

/** The lists of the back office, in the order of its navigation. `timeline` belongs to the records of others. */
export const officeLists = {
  people: defineList({
    name: 'people',
    summary: 'People by the time they registered',
    roles: staffRoles,
    filters: { status: ['verified', 'unverified', 'deleted'], role: roles },
    row: z.object({
      ...base,
      email: text,
      name: text,
      country: text,
      language: text,
      status: z.enum(['verified', 'unverified', 'deleted']),
      roles: text,
      accounts: z.int(),
      orders: z.int(),
      twoFactor: z.boolean(),
    }),
  }),
  orders: defineList({
    name: 'orders',
    summary: 'Orders by the time they were placed',
    roles: moneyRoles,
    filters: { status: orderStatuses, kind: orderKinds, refund: refundStates, person: 'id', account: 'id' },
    row: z.object({
      ...base,
      number: text,
      email: text,
      personId: maybeText,
      kind: z.enum(orderKinds),
      name: text,
      status: z.enum(orderStatuses),
      totalCents: cents,
      coupon: maybeText,
      refund: z.enum(refundStates),
      paidAt: maybeMoment,
      fulfilledAt: maybeMoment,
      refundRequestedAt: maybeMoment,
      refundReason: maybeText,
      account: maybeText,
      accountId: maybeText,
    }),
  }),
  accounts: defineList({
    name: 'accounts',
    summary: 'Trading accounts by the time they were opened',
    roles: ['support', 'reviewer', ...riskRoles],
    filters: { status: accountStatuses, programme: programmes, phase: phases, platform: platforms, person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      programme: z.enum(programmes),
      size: text,
      phase: z.enum(phases),
      platform: z.enum(platforms),
      status: z.enum(accountStatuses),
      equityCents: cents,
      floorCents: z.nullable(cents),
      remainingCents: z.nullable(cents),
      lastEventAt: maybeMoment,
      endedAt: maybeMoment,
      order: text,
      orderId: text,
    }),
  }),
  conduct: defineList({
    name: 'conduct',
    summary: 'Conduct cases by the time they were opened',
    roles: riskRoles,
    filters: { status: ['open', ...conductDecisions], cause: conductCauses, account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      cause: z.enum(conductCauses),
      status: z.enum(['open', ...conductDecisions]),
      answerUntilAt: moment,
      answeredAt: maybeMoment,
      decidedAt: maybeMoment,
      evidence: text,
      answer: maybeText,
      decisionReason: maybeText,
    }),
  }),
  differences: defineList({
    name: 'differences',
    summary: 'Differences between the platform’s balance and ours',
    roles: riskRoles,
    filters: { status: ['open', 'settled', 'cleared'], account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      status: z.enum(['open', 'settled', 'cleared']),
      ownBalanceCents: cents,
      platformBalanceCents: cents,
      differenceCents: cents,
      comparedAt: moment,
      settledAt: maybeMoment,
      settlementReason: maybeText,
    }),
  }),
  parked: defineList({
    name: 'parked',
    summary: 'Events of contracts that the catalogue doesn’t list, kept until it does',
    roles: riskRoles,
    filters: { parkedFor: ['unknown-instrument', 'unlisted-month'], account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      instrument: text,
      month: text,
      parkedFor: z.enum(['unknown-instrument', 'unlisted-month']),
    }),
  }),
  disputes: defineList({
    name: 'disputes',
    summary: 'Breaches that traders dispute',
    roles: ['support', ...riskRoles],
    filters: { status: ['open', 'upheld', 'rejected'], account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      status: z.enum(['open', 'upheld', 'rejected']),
      breachAt: moment,
      message: text,
      decisionReason: maybeText,
      decidedAt: maybeMoment,
    }),
  }),
  chargebacks: defineList({
    name: 'chargebacks',
    summary: 'Payments that a buyer’s bank demands back',
    roles: ['finance', 'admin'],
    filters: { status: ['open', 'won', 'lost'] },
    row: z.object({
      ...base,
      order: text,
      orderId: text,
      email: text,
      personId: maybeText,
      amountCents: cents,
      bankReason: text,
      status: z.enum(['open', 'won', 'lost']),
      closedAt: maybeMoment,
    }),
  }),
  discounts: defineList({
    name: 'discounts',
    summary: 'Discounts made in the back office',
    roles: ['finance', 'admin'],
    filters: { status: ['running', 'ended', 'expired'] },
    row: z.object({
      ...base,
      code: text,
      title: text,
      percent: z.int(),
      programmes: text,
      status: z.enum(['running', 'ended', 'expired']),
      expiresAt: moment,
      endedAt: maybeMoment,
      actor: text,
    }),
  }),
  jobs: defineList({
    name: 'jobs',
    summary: 'Background jobs whose last try failed',
    roles: ['admin'],
    filters: { status: ['failed', 'retrying'] },
    row: z.object({
      ...base,
      job: text,
      /** `failed` has used up its retries and needs attention. */
      status: z.enum(['failed', 'retrying']),
      /** Attempts after the first one. */
      retries: z.int(),
      failure: text,
      /** Null once it has failed. */
      nextTryAt: maybeMoment,
      payload: text,
    }),
  }),
  audit: defineList({
    name: 'audit',
    summary: 'The audit log',
    roles: ['admin'],
    filters: {
      entity: ['person', 'order', 'account', 'subscription', 'bill', 'affiliate', 'list', 'job', 'discount', 'coupon'],
    },
    row: z.object({ ...base, actor: text, action: text, entity: text, entityId: text, details: text }),
  }),
  timeline: defineList({
    name: 'timeline',
    summary: 'What happened to a person, an order or an account',
    roles: staffRoles,
    filters: { person: 'id', order: 'id', account: 'id' },
    row: z.object({ ...base, actor: text, action: text, entity: text, entityId: text, details: text }),
  }),
} as const;

export type OfficeListName = keyof typeof officeLists;

export const officeCalls = callsOf(officeLists);
