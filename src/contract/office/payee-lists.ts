import * as z from 'zod/mini';
import { identityProviders, identityReasons, identityStatuses } from '../../domain/payee/identity.ts';
import { sanctionsCauses, sanctionsStatuses } from '../../domain/payee/sanctions.ts';
import { defineList } from './define-list.ts';
import { base, maybeMoment, maybeText, text } from './row-fields.ts';

const roles = ['reviewer', 'admin'] as const;

/** What has to be decided before a person is paid. */
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
      /** As in the profile; the document may say otherwise. */
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
    summary: 'Comparisons of payees with the sanctions list, by the time they were made',
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
      /** The best likeness in percent. */
      score: z.int(),
      /** Each entry with its likeness, best first, one a line. */
      matches: maybeText,
      /** The hash of the list’s edition; empty where there was no list. */
      listVersion: text,
      decisionReason: maybeText,
      decidedAt: maybeMoment,
      actor: maybeText,
    }),
  }),
} as const;
