import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { countryCode, formatted, freeText, lastName, opaqueId, personName } from '#shared/core/fields.ts';
import { payeeDocument } from './contract-payees.ts';
import { identityDecisions, identityReasons } from './payees/identity-check.ts';
import { sanctionsDecisions } from './payees/sanctions.ts';

const moment = z.int();
const reviewers = { roles: ['reviewer', 'admin'] } as const;

export const decideIdentityCheck = defineCall({
  summary:
    'Decides an identity check: approved with the name on the document, otherwise with a reason shown to the person',
  post: 'admin/identity-checks/decide',
  destructive: ['decision', ['declined']],
  access: reviewers,
  body: z.object({
    checkId: opaqueId,
    decision: z.enum(identityDecisions, 'required'),
    reason: z.optional(z.enum(identityReasons, 'invalid')),
    /** As on the document; only for an approval. A document with one name has no last name. */
    first_name: z.optional(personName),
    last_name: z.optional(lastName),
    /** The country that issued the document. */
    country: z.optional(z.union([z.literal(''), countryCode])),
  }),
  data: z.object({ decidedAt: moment }),
  errors: ['identity_not_decidable', 'not_found'],
});

export const fetchIdentityDocuments = defineCall({
  summary: 'Lists a person’s uploads for an identity check, without the contents',
  get: 'admin/identity-checks/documents',
  access: reviewers,
  query: z.object({ checkId: opaqueId }),
  data: z.object({ documents: z.array(payeeDocument) }),
  errors: ['not_found'],
});

export const staffDocument = defineCall({
  summary: 'Returns an uploaded document to a reviewer. Each access is recorded',
  get: 'admin/documents/{documentId}',
  access: reviewers,
  params: z.object({ documentId: opaqueId }),
  mediaType: 'application/octet-stream',
  errors: ['not_found'],
});

export const decideSanctionsCheck = defineCall({
  summary:
    'Decides a sanctions match. `cleared`: someone else. `confirmed`: the listed person, whose payouts can’t be approved',
  post: 'admin/sanctions/decide',
  destructive: ['decision', ['confirmed']],
  access: reviewers,
  body: z.object({
    checkId: opaqueId,
    decision: z.enum(sanctionsDecisions, 'required'),
    reason: freeText(2_000),
  }),
  data: z.object({ decidedAt: moment }),
  errors: ['conflict', 'not_found'],
});

export const nonemployeeCompensation = defineCall({
  summary:
    'Returns the data for a year’s 1099-NEC forms as CSV: US persons paid the year’s threshold or more. Each export is recorded',
  get: 'admin/tax-forms/1099-nec',
  access: { roles: ['finance', 'admin'] },
  query: z.object({ year: formatted(4, /^20\d{2}$/, 'invalid', 'required') }),
  mediaType: 'text/csv',
});
