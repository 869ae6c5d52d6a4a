import { defineList } from '#shared/office/define-list.ts';
import * as column from '#shared/office/list-columns.ts';
import { identityProviders, identityReasons, type identityStatuses } from '../payees/identity-check.ts';
import { sanctionsCauses, type sanctionsStatuses } from '../payees/sanctions.ts';

const roles = ['reviewer', 'admin'] as const;

/** Checks that need a decision before a person is paid. */
export const payeeLists = {
  identity: defineList('identity', 'payments', {
    summary: 'Identity checks by start time',
    roles,
    filters: { status: 'values', provider: 'values', person: 'id' },
    title: 'email',
    table: ['at', 'email', 'country', 'status', 'documents', 'submittedAt'],
    columns: {
      /** As in the profile; the document may differ. */
      ...column.ofPerson,
      country: column.text,
      provider: column.label(identityProviders),
      status: column.state({
        started: 'neutral',
        review: 'accent',
        approved: 'neutral',
        declined: 'danger',
        retry: 'neutral',
        expired: 'neutral',
      } satisfies Record<(typeof identityStatuses)[number], column.Tone>),
      identityReason: column.maybe(column.label(identityReasons)),
      /** What happened so far, oldest first: the day, the status and the reason of each. */
      rounds: column.maybe(column.labels),
      /** As on the document, once approved. */
      verifiedName: column.maybe(column.text),
      documents: column.count,
      submittedAt: column.maybe(column.moment),
      decidedAt: column.maybe(column.moment),
      actor: column.maybe(column.actor),
    },
  }),
  screenings: defineList('screenings', 'payments', {
    summary: 'Sanctions screenings of payees by creation time',
    roles,
    filters: { status: 'values', cause: 'values', person: 'id' },
    title: 'name',
    table: ['at', 'email', 'name', 'cause', 'status', 'score', 'decidedAt'],
    columns: {
      ...column.ofPerson,
      /** The name that was compared. */
      name: column.prose,
      cause: column.label(sanctionsCauses),
      status: column.state({
        clear: 'neutral',
        review: 'accent',
        cleared: 'neutral',
        confirmed: 'danger',
      } satisfies Record<(typeof sanctionsStatuses)[number], column.Tone>),
      /** The best match in percent. */
      score: column.count,
      /** Each match with its score, best first, one per line. */
      matches: column.maybe(column.text),
      /** Hash of the list version; empty if there was no list. */
      listVersion: column.text,
      decisionReason: column.maybe(column.text),
      decidedAt: column.maybe(column.moment),
      actor: column.maybe(column.actor),
    },
  }),
} as const;
