import * as z from 'zod/mini';
import { mapValues } from '#lib/map-values.ts';
import { defineCall } from '#shared/core/call.ts';
import { documentMediaTypes, maxDocumentBytes } from '#shared/core/document.ts';
import { opaqueId, optionalDetail, payeeName } from '#shared/core/fields.ts';
import { destinationFields, destinationKinds, payoutMethods } from './payees/destination.ts';
import { documentPurposes } from './payees/documents.ts';
import { identityProviders, identityReasons, identityStatuses } from './payees/identity-check.ts';
import { taxFormKinds } from './payees/tax-form.ts';

const moment = z.int();

export const payoutDestination = z.object({
  id: z.string(),
  method: z.enum(payoutMethods),
  kind: z.enum(destinationKinds),
  /** Enough to recognize it: `PT50 •••• 0154`. */
  masked: z.string(),
  payeeName: z.string(),
  addedAt: moment,
  /** Payouts may go to it from this time. */
  usableAt: moment,
  /** Whether the payee is the person whose identity was checked; null before the check. */
  matchesVerifiedName: z.nullable(z.boolean()),
});

export type PayoutDestination = z.output<typeof payoutDestination>;

/** An uploaded document; its content has a call of its own. */
export const payeeDocument = z.object({
  id: z.string(),
  purpose: z.enum(documentPurposes),
  mediaType: z.enum(documentMediaTypes),
  sizeBytes: z.int(),
  uploadedAt: moment,
});

export type PayeeDocument = z.output<typeof payeeDocument>;

/** A missing requirement for a payout to a destination, in checklist order. */
export const payeeRequirement = z.discriminatedUnion('name', [
  /** Approved meets it; null before the first attempt. */
  z.object({ name: z.literal('identity-check'), status: z.nullable(z.enum(identityStatuses)) }),
  /** The signed form is missing, has expired, or is the wrong kind. */
  z.object({ name: z.literal('tax-form'), kind: z.enum(taxFormKinds) }),
  /** The current version isn’t signed. */
  z.object({ name: z.literal('agreement') }),
  /** Add a destination that belongs to the verified person, or choose one. */
  z.object({ name: z.literal('destination') }),
  /** The destination was added too recently. */
  z.object({ name: z.literal('destination-age'), usableAt: moment }),
]);

export type PayeeRequirement = z.output<typeof payeeRequirement>;

export const fetchPayee = defineCall({
  summary: 'Returns what we need before your first payout, what is missing, and your payout destinations',
  get: 'payee/fetch',
  access: 'payout',
  data: z.object({
    identity: z.object({
      /** Who performs new checks; with `documents`, files are uploaded here. */
      provider: z.enum(identityProviders),
      /** Null before the first attempt. */
      status: z.nullable(z.enum(identityStatuses)),
      /** When everything was sent, or the check was started. */
      since: z.nullable(moment),
      /** Why it must be repeated or was declined. */
      reason: z.nullable(z.enum(identityReasons)),
      /** The name on the document, once approved. */
      verifiedName: z.nullable(z.string()),
      documents: z.array(payeeDocument),
    }),
    taxForm: z.object({
      /** The form that the profile’s country requires; citizens of the United States sign a W-9 anywhere. */
      kind: z.enum(taxFormKinds),
      signed: z.nullable(
        z.object({
          kind: z.enum(taxFormKinds),
          /** `•••• 6789`; null if the country issues no number. */
          tinMasked: z.nullable(z.string()),
          signedName: z.string(),
          signedAt: moment,
          /** Null for a W-9, which doesn’t expire. */
          validUntil: z.nullable(moment),
        }),
      ),
    }),
    agreement: z.object({
      version: z.string(),
      /** The last version signed. */
      signed: z.nullable(z.object({ version: z.string(), signedName: z.string(), signedAt: moment })),
    }),
    destinations: z.array(payoutDestination),
    /** Missing for every destination; a destination’s own waiting time is its `usableAt`. */
    missing: z.array(payeeRequirement),
  }),
});

const details = mapValues(destinationFields, optionalDetail);

export const addDestination = defineCall({
  summary:
    'Adds a payout destination, usable after 72 hours, or returns an identical one. Requires recent reauthentication',
  post: 'payee/destinations/add',
  body: z.object({
    kind: z.enum(destinationKinds, 'required'),
    /** The account holder, who must be the verified person. */
    payee_name: payeeName,
    ...details,
  }),
  data: z.object({ destinationId: z.string(), usableAt: moment }),
  errors: ['confirm_first', 'destination_limit'],
});

export const removeDestination = defineCall({
  summary: 'Removes a payout destination unless a payout to it is in progress. Succeeds if it is already gone',
  post: 'payee/destinations/remove',
  destructive: true,
  body: z.object({ destinationId: opaqueId }),
  errors: ['destination_in_use', 'not_found'],
});

export const startIdentityCheck = defineCall({
  summary:
    'Starts or restarts the identity check; starting a provider’s agrees to its comparison of faces. `url` is the provider’s page; null if documents are uploaded here',
  post: 'payee/identity/start',
  data: z.object({ url: z.nullable(z.string()) }),
  errors: ['identity_closed', 'identity_unavailable'],
});

export const startCheckWithoutFace = defineCall({
  summary: 'Starts the identity check without a provider’s comparison of faces: a person looks at the documents',
  post: 'payee/identity/start-without-face',
  errors: ['identity_closed'],
});

export const uploadDocument = defineCall({
  summary: 'Adds a document to the identity check, replacing one with the same purpose: JPEG, PNG, WebP or PDF, 10 MB',
  post: 'payee/documents/upload',
  multipart: true,
  body: z.object({
    purpose: z.enum(documentPurposes, 'required'),
    document: z.optional(z.file('required').check(z.maxSize(maxDocumentBytes, 'document_size'))),
  }),
  data: z.object({ documentId: z.string() }),
  errors: ['document_busy'],
});

export const ownDocument = defineCall({
  summary: 'Returns a document you uploaded',
  get: 'payee/documents/{documentId}',
  params: z.object({ documentId: opaqueId }),
  mediaType: 'application/octet-stream',
  errors: ['not_found'],
});

export const submitIdentityCheck = defineCall({
  summary: 'Submits the uploaded documents for review',
  post: 'payee/identity/submit',
  errors: ['identity_closed', 'identity_incomplete'],
});
