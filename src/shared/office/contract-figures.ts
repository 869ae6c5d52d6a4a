import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { formatted } from '#shared/core/fields.ts';
import { financeRoles } from './row-fields.ts';

export const figureNames = [
  'sales',
  'refunds',
  'pass-rates',
  'payouts',
  'conversion',
  'renewals',
  'liabilities',
] as const;

export type FigureName = (typeof figureNames)[number];

/**
 * The columns of each figure, in order; the first ones name the subject of a row. `…Cents` is money, `…Bps` a share in
 * hundredths of a percent, `…Hours` a duration.
 */
export const figureColumns = {
  sales: ['day', 'kind', 'orders', 'totalCents'],
  refunds: ['day', 'kind', 'refunds', 'totalCents'],
  'pass-rates': ['program', 'size', 'opened', 'passed', 'failed', 'running', 'passBps'],
  payouts: ['month', 'requested', 'paid', 'rejected', 'paidCents', 'decisionHours', 'paidHours'],
  conversion: ['week', 'registered', 'verified', 'bought', 'boughtBps'],
  renewals: ['month', 'started', 'renewed1', 'renewed2', 'renewed3', 'renewed6', 'renewed12'],
  liabilities: ['program', 'accounts', 'eligible', 'requestableCents', 'traderCents', 'openCents'],
} as const satisfies Readonly<Record<FigureName, readonly string[]>>;

const day = formatted(10, /^\d{4}-\d\d-\d\d$/).check(
  z.refine((text) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)), 'invalid'),
);

const query = z.object({
  name: z.enum([...figureNames], 'invalid'),
  /** Days in UTC, inclusive; the last thirty days by default. */
  from: z.optional(day),
  to: z.optional(day),
});

export const officeFigure = defineCall({
  name: 'officeFigure',
  summary:
    'Returns one figure of the firm: sales, refunds, pass rates, payouts, conversion, renewals or outstanding liabilities',
  method: 'GET',
  path: 'admin/figures',
  access: { roles: financeRoles },
  query,
  data: z.object({
    from: z.string(),
    to: z.string(),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  }),
  errors: ['too_many'],
});

export const officeFigureFile = defineCall({
  name: 'officeFigureFile',
  summary: 'Returns one figure as CSV. Each export is audited',
  method: 'GET',
  path: 'admin/figures/file',
  access: { roles: financeRoles },
  query,
  mediaType: 'text/csv',
  errors: ['too_many'],
});
