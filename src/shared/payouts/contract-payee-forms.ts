import * as z from 'zod/mini';
import { isLatin } from '#lib/person-name.ts';
import { defineCall } from '#shared/core/call.ts';
import {
  calendarDay,
  formatted,
  fullNameText,
  optionalCheckbox,
  optionalDetail,
  requiredCheckbox,
} from '#shared/core/fields.ts';

const moment = z.int();
export const signTaxForm = defineCall({
  summary: 'Signs the W-9 or W-8BEN that your country requires. It replaces an earlier one',
  post: 'payee/tax-form/sign',
  body: z.object({
    /** For citizens and tax residents of the United States, wherever they live: a W-9. */
    us_person: optionalCheckbox,
    name: fullNameText,
    street: optionalDetail(70),
    city: optionalDetail(35),
    post_code: optionalDetail(16),
    state: optionalDetail(35),
    country: optionalDetail(2),
    /** With a W-8BEN only. */
    citizenship: optionalDetail(2),
    /** `1990-05-31`; with a W-8BEN only. */
    date_of_birth: z.optional(z.union([z.literal(''), calendarDay], 'date_of_birth')),
    tin: optionalDetail(40),
    /** `ssn` (also for an ITIN) or `ein`; with a W-9 only. */
    tin_type: optionalDetail(10),
    /** Whether the home country issues no number; with a W-8BEN only. */
    no_tin: optionalCheckbox,
    /** The person’s typed name. */
    signature: fullNameText,
    /** The certification under penalties of perjury. */
    certify: requiredCheckbox('certify'),
  }),
  data: z.object({ signedAt: moment, validUntil: z.nullable(moment) }),
});

export const taxFormPdf = defineCall({
  summary:
    'Returns the tax form you signed as a PDF in the language of the request. It shows the end of the tax number',
  get: 'payee/tax-form/pdf',
  access: 'verified',
  mediaType: 'application/pdf',
  errors: ['not_found'],
});

export const fetchAgreement = defineCall({
  summary: 'Returns the funded-account agreement in the reader’s language',
  get: 'payee/agreement',
  data: z.object({
    title: z.string(),
    version: z.string(),
    /** SHA-256 of the exact text, in hexadecimal; send it back when signing. */
    sha256: z.string(),
    blocks: z.array(z.object({ kind: z.enum(['heading', 'paragraph']), text: z.string() })),
  }),
});

export const signAgreement = defineCall({
  summary: 'Signs the agreement that was shown and mails a copy. Signing the same version again changes nothing',
  post: 'payee/agreement/sign',
  body: z.object({
    sha256: formatted(64, /^[0-9a-f]{64}$/, 'invalid', 'required'),
    /** The person’s typed name, as in the passport. */
    signature: fullNameText.check(z.refine(isLatin, 'latin_name')),
    accept: requiredCheckbox('agreement_accept'),
  }),
  data: z.object({ signedAt: moment }),
  errors: ['agreement_changed'],
});

export const agreementPdf = defineCall({
  summary: 'Returns the last agreement you signed as a PDF, with the signature',
  get: 'payee/agreement/pdf',
  mediaType: 'application/pdf',
  errors: ['not_found'],
});
