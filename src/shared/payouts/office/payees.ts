import { defineList } from '#shared/office/define-list.ts';
import {
  actor,
  count,
  label,
  labels,
  maybe,
  moment,
  ofPerson,
  prose,
  state,
  type Tone,
  text,
} from '#shared/office/list-columns.ts';
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
      ...ofPerson,
      country: text,
      provider: label(identityProviders),
      status: state({
        started: 'neutral',
        review: 'accent',
        approved: 'neutral',
        declined: 'danger',
        retry: 'neutral',
        expired: 'neutral',
      } satisfies Record<(typeof identityStatuses)[number], Tone>),
      identityReason: maybe(label(identityReasons)),
      /** What happened so far, oldest first: the day, the status and the reason of each. */
      rounds: maybe(labels),
      /** As on the document, once approved. */
      verifiedName: maybe(text),
      documents: count,
      submittedAt: maybe(moment),
      decidedAt: maybe(moment),
      actor: maybe(actor),
    },
  }),
  screenings: defineList('screenings', 'payments', {
    summary: 'Sanctions screenings of payees by creation time',
    roles,
    filters: { status: 'values', cause: 'values', person: 'id' },
    title: 'name',
    table: ['at', 'email', 'name', 'cause', 'status', 'score', 'decidedAt'],
    columns: {
      ...ofPerson,
      /** The name that was compared. */
      name: prose,
      cause: label(sanctionsCauses),
      status: state({ clear: 'neutral', review: 'accent', cleared: 'neutral', confirmed: 'danger' } satisfies Record<
        (typeof sanctionsStatuses)[number],
        Tone
      >),
      /** The best match in percent. */
      score: count,
      /** Each match with its score, best first, one per line. */
      matches: maybe(text),
      /** Hash of the list version; empty if there was no list. */
      listVersion: text,
      decisionReason: maybe(text),
      decidedAt: maybe(moment),
      actor: maybe(actor),
    },
  }),
} as const;
