import * as z from 'zod/mini';
import { conductCauses, conductDecisions } from '../../domain/account/conduct.ts';
import { defineList } from './define-list.ts';
import { base, cents, maybeMoment, maybeText, moment, ofAccount, riskRoles, text } from './row-fields.ts';

/** What the risk desk decides. */
export const riskLists = {
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
} as const;
