import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { formatted } from '#shared/core/fields.ts';

const total = z.object({ grossCents: z.int(), feeCents: z.int(), netCents: z.int(), taxCents: z.int() });
const ofYear = z.object({ year: formatted(4, /^20\d{2}$/, 'invalid', 'required') });

export const fetchAnnualStatements = defineCall({
  summary: 'Returns what you were paid and what you paid per calendar year (UTC), newest first',
  get: 'annual-statements',
  readScope: 'payouts',
  data: z.object({
    years: z.array(
      z.object({
        year: z.int(),
        lines: z.int(),
        totals: z.object({ payouts: total, 'affiliate-payouts': total, purchases: total }),
      }),
    ),
  }),
});

export const annualStatementCsv = defineCall({
  summary: 'Returns a year’s payouts, affiliate payouts, purchases and refunds as CSV, with totals',
  get: 'annual-statements.csv',
  readScope: 'payouts',
  query: ofYear,
  mediaType: 'text/csv',
});

export const annualStatementPdf = defineCall({
  summary: 'Returns a year’s statement as a PDF in the language of the request',
  get: 'annual-statements.pdf',
  query: ofYear,
  mediaType: 'application/pdf',
});
