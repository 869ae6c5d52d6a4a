import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { freeText, opaqueId, plainLine } from '#shared/core/fields.ts';
import { anyPayout } from './contract-shapes.ts';
import { payoutQuote } from './quote-shape.ts';
import { rejectionReasons, returnReasons } from './stages.ts';

const moment = z.int();
const reviewers = { roles: ['reviewer', 'admin'] } as const;
const finance = { roles: ['finance', 'admin'] } as const;
const staff = { roles: ['reviewer', 'finance', 'admin'] } as const;

export const payoutChecks = [
  'conditions',
  'money',
  'conduct',
  'finding',
  'dispute',
  'sales',
  'identity-check',
  'tax-form',
  'destination',
  'sanctions',
] as const;

export const inspectPayout = defineCall({
  summary: 'Returns one payout with its quote, approval checklist and history',
  get: 'admin/payouts/details',
  access: staff,
  query: z.object({ payoutId: opaqueId }),
  data: z.object({
    payout: anyPayout,
    person: z.object({ id: z.string(), name: z.string(), email: z.string(), country: z.string() }),
    /** People who approved the current version, or `rule` without an email; an approval of another one doesn’t count. */
    approvals: z.array(z.object({ approverId: z.string(), email: z.string(), at: moment })),
    approvalsRequired: z.int(),
    /** What passed between the payee and us before. */
    payee: z.object({
      since: moment,
      openAccounts: z.int(),
      paidCents: z.int(),
      feesCents: z.int(),
      chargebacks: z.int(),
    }),
    /** Null for commissions. */
    quote: z.nullable(payoutQuote),
    /** Conditions for approval that apply to the payout's source. */
    checklist: z.array(z.object({ name: z.enum(payoutChecks), passed: z.boolean() })),
    history: z.array(z.object({ at: moment, actor: z.string(), action: z.string() })),
  }),
  errors: ['not_found'],
});

/** `payout_step`: not possible in the current status. Repeating a call that changes nothing succeeds. */
const step = { data: z.object({ payout: anyPayout }) } as const;

export const reviewPayout = defineCall({
  summary: 'Starts the review of a requested payout',
  post: 'admin/payouts/review',
  access: reviewers,
  body: z.object({ payoutId: opaqueId }),
  errors: ['not_found', 'payout_step'],
  ...step,
});

export const approvePayout = defineCall({
  summary:
    'Approves a payout in review. Large payouts need two approvers; neither may be the payee or have entered the destination',
  post: 'admin/payouts/approve',
  access: finance,
  body: z.object({ payoutId: opaqueId }),
  /**
   * `payout_money`: the money hasn’t left the account yet. `payout_conduct`: a case is open or upheld. `payout_finding`: a
   * finding against it is open. `payout_corrected`: its days no longer meet the conditions. `payout_disputed`: a bank is
   * deciding about a payment. `payout_sales`: the balance doesn’t cover contested sales.
   */
  errors: [
    'confirm_first',
    'approver_new',
    'not_found',
    'not_allowed',
    'payout_step',
    'payout_money',
    'payout_conduct',
    'payout_finding',
    'payout_corrected',
    'payout_disputed',
    'payout_sales',
    'payout_requirements',
    'payout_sanctions',
  ],
  ...step,
});

export const rejectPayout = defineCall({
  summary: 'Rejects a payout for one of the defined reasons. The payee sees the reason and the note',
  post: 'admin/payouts/reject',
  destructive: true,
  access: reviewers,
  body: z.object({
    payoutId: opaqueId,
    reason: z.enum(rejectionReasons, 'required'),
    note: freeText(2_000),
  }),
  errors: ['confirm_first', 'payout_settled', 'not_found', 'payout_step'],
  ...step,
});

export const sendPayout = defineCall({
  summary: 'Records that an approved payout was sent by hand, with the bank’s or network’s reference',
  post: 'admin/payouts/send',
  access: finance,
  body: z.object({ payoutId: opaqueId, reference: plainLine(100) }),
  errors: [
    'confirm_first',
    'approver_new',
    'payout_batched',
    'payout_conduct',
    'payout_finding',
    'payout_corrected',
    'payout_disputed',
    'payout_sales',
    'payout_unapproved',
    'payout_sanctions',
    'not_found',
    'payout_step',
  ],
  ...step,
});

export const settlePayout = defineCall({
  summary: 'Records that a sent payout has arrived',
  post: 'admin/payouts/settle',
  access: finance,
  body: z.object({ payoutId: opaqueId, reference: z.optional(plainLine(100)) }),
  errors: ['confirm_first', 'not_found', 'payout_step'],
  ...step,
});

export const returnPayout = defineCall({
  summary:
    'Records that a payout came back. The account regains the money, cap and winning days; an affiliate regains the balance',
  post: 'admin/payouts/return',
  destructive: true,
  access: finance,
  body: z.object({
    payoutId: opaqueId,
    reason: z.enum(returnReasons, 'required'),
    note: freeText(2_000),
  }),
  errors: ['confirm_first', 'not_found', 'payout_step'],
  ...step,
});
