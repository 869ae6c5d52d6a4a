import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { calendarDay } from '#shared/core/fields.ts';
import { financeRoles } from '#shared/core/staff-roles.ts';

/** `label`: a subject or a period; `share`: in hundredths of a percent. */
export type FigureKind = 'label' | 'count' | 'money' | 'share';

export type FigureShape = {
  /** In order; the first ones name the subject of a row. */
  readonly columns: Readonly<Record<string, FigureKind>>;
  /** The column that the chart shows. */
  readonly chart: string;
};

export const figures = {
  sales: { columns: { day: 'label', kind: 'label', orders: 'count', totalCents: 'money' }, chart: 'totalCents' },
  refunds: { columns: { day: 'label', kind: 'label', refunds: 'count', totalCents: 'money' }, chart: 'totalCents' },
  'pass-rates': {
    columns: {
      ...{ program: 'label', size: 'label', opened: 'count', passed: 'count', failed: 'count', running: 'count' },
      passBps: 'share',
    },
    chart: 'passBps',
  },
  payouts: {
    columns: {
      ...{ month: 'label', requested: 'count', paid: 'count', rejected: 'count', paidCents: 'money' },
      ...{ decisionHours: 'count', paidHours: 'count' },
    },
    chart: 'paidCents',
  },
  conversion: {
    columns: { week: 'label', registered: 'count', verified: 'count', bought: 'count', boughtBps: 'share' },
    chart: 'boughtBps',
  },
  renewals: {
    columns: {
      ...{ month: 'label', started: 'count', renewed1: 'count', renewed2: 'count', renewed3: 'count' },
      ...{ renewed6: 'count', renewed12: 'count' },
    },
    chart: 'started',
  },
  liabilities: {
    columns: {
      ...{ program: 'label', accounts: 'count', eligible: 'count', requestableCents: 'money' },
      ...{ traderCents: 'money', openCents: 'money', pendingCents: 'money' },
    },
    chart: 'requestableCents',
  },
} as const satisfies Readonly<Record<string, FigureShape>>;

export type FigureName = keyof typeof figures;

export const figureNames = Object.keys(figures) as [FigureName, ...FigureName[]];

const query = z.object({
  name: z.enum([...figureNames], 'invalid'),
  /** Days in UTC, inclusive; the last thirty days by default. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
});

export const officeFigure = defineCall({
  summary:
    'Returns one figure of the firm: sales, refunds, pass rates, payouts, conversion, renewals or outstanding liabilities',
  get: 'admin/figures',
  access: { roles: financeRoles },
  query,
  data: z.object({
    from: z.string(),
    to: z.string(),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  }),
});

export const officeFigureFile = defineCall({
  summary: 'Returns one figure as CSV. Each export is audited',
  get: 'admin/figures/file',
  access: { roles: financeRoles },
  query,
  mediaType: 'text/csv',
});
