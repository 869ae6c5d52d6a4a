import * as z from 'zod/mini';
import { identityProviders, identityReasons, identityStatuses } from '#shared/payouts/payees/identity-check.ts';
import { sanctionsCauses, sanctionsStatuses } from '#shared/payouts/payees/sanctions.ts';
import { defineList } from './define-list.ts';
import { base, maybeMoment, maybeText, text } from './row-fields.ts';

const roles = ['reviewer', 'admin'] as const;

/** Checks that need a decision before a person is paid. */
export const payeeLists = {
  identity: defineList({
    name: 'identity',
    summary: 'Identity checks by start time',
    roles,
    filters: { status: identityStatuses, provider: identityProviders, person: 'id' },
    row: z.object({
      ...base,
      email: text,
      personId: text,
      /** As in the profile; the document may differ. */
      name: text,
      country: text,
      provider: z.enum(identityProviders),
      status: z.enum(identityStatuses),
      identityReason: z.nullable(z.enum(identityReasons)),
      /** As on the document, once approved. */
      verifiedName: maybeText,
      documents: z.int(),
      submittedAt: maybeMoment,
      decidedAt: maybeMoment,
      actor: maybeText,
    }),
  }),
  screenings: defineList({
    name: 'screenings',
    summary: 'Sanctions screenings of payees by creation time',
    roles,
    filters: { status: sanctionsStatuses, cause: sanctionsCauses, person: 'id' },
    row: z.object({
      ...base,
      email: text,
      personId: text,
      /** The name that was compared. */
      name: text,
      cause: z.enum(sanctionsCauses),
      status: z.enum(sanctionsStatuses),
      /** The best match in percent. */
      score: z.int(),
      /** Each match with its score, best first, one per line. */
      matches: maybeText,
      /** Hash of the list version; empty if there was no list. */
      listVersion: text,
      decisionReason: maybeText,
      decidedAt: maybeMoment,
      actor: maybeText,
    }),
  }),
} as const;
