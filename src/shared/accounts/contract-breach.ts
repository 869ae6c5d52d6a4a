import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { freeText, opaqueId } from '#shared/core/fields.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import { ruleLine } from './contract-details.ts';
import { accountEventTypes, accountStatuses, breachRules } from './model.ts';

const cents = z.int();
const moment = z.int();
const ofAccount = z.object({ accountId: opaqueId });

const breachMoment = z.object({
  at: moment,
  sourceId: z.string(),
  type: z.enum(accountEventTypes),
  equityCents: cents,
  floorCents: z.nullable(cents),
  dailyFloorCents: z.nullable(cents),
  status: z.enum(accountStatuses),
  /** The contract's price at that moment; null for other events. */
  price: z.nullable(z.object({ instrument: z.enum(instrumentCodes), month: z.string(), priceTicks: z.int() })),
});

export const breachReport = defineCall({
  summary: 'Returns why an account ended: the verdict, the surrounding events the rules and the hash of the event log',
  get: 'account/breach',
  readScope: 'accounts',
  query: ofAccount,
  data: z.object({
    accountId: z.string(),
    firm: z.string(),
    trader: z.string(),
    /** As in the passport, if the name isn’t in Latin letters. */
    traderInLatin: z.nullable(z.string()),
    openedAt: moment,
    rule: z.enum(breachRules),
    at: moment,
    day: z.string(),
    floorCents: cents,
    equityCents: cents,
    rulesVersion: z.string(),
    rules: z.array(ruleLine),
    moments: z.array(breachMoment),
    inputCount: z.int(),
    /** SHA-256 of the bytes that `account/inputs` returns. */
    inputsSha256: z.string(),
    dispute: z.object({
      until: moment,
      filedAt: z.nullable(moment),
      /** By when we decide a filed one. */
      dueAt: z.nullable(moment),
      /** Null while nobody has decided. */
      decision: z.nullable(z.object({ status: z.enum(['upheld', 'rejected']), at: moment, reason: z.string() })),
    }),
  }),
  errors: ['not_found'],
});

export const breachReportPdf = defineCall({
  summary: 'Returns the breach report as a PDF in the requested language',
  get: 'account/breach.pdf',
  query: ofAccount,
  mediaType: 'application/pdf',
  errors: ['not_found'],
});

export const accountEventLog = defineCall({
  summary:
    'Returns the event log behind a breach as text: first the rules, then one event per line in evaluation order',
  get: 'account/inputs',
  query: ofAccount,
  mediaType: 'text/plain',
  errors: ['not_found'],
});

export const disputeBreach = defineCall({
  summary: 'Disputes a breach, once, before the deadline in the report',
  post: 'account/dispute',
  body: z.object({ accountId: opaqueId, message: freeText(4_000) }),
  data: z.object({ filedAt: moment }),
  errors: ['not_found', 'dispute_filed', 'dispute_late'],
});
