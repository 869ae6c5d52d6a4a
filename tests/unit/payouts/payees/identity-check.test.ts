import { describe, expect, test } from 'vitest';
import {
  applyIdentityEvent,
  canDecide,
  canStartCheck,
  type IdentityEvent,
  identityStatuses,
} from '#shared/payouts/payees/identity-check.ts';

const name = { firstName: 'Ada', lastName: 'Ferreira' };
const event = (status: IdentityEvent['status'], at: number, withName = true): IdentityEvent => ({
  status,
  at,
  reason: null,
  name: withName ? name : null,
});

describe('an identity check', () => {
  test('follows the newest message, whatever order messages arrive in', () => {
    expect(applyIdentityEvent({ status: 'started', eventAt: null }, event('review', 5))).toBe('review');
    expect(applyIdentityEvent({ status: 'review', eventAt: 5 }, event('approved', 6))).toBe('approved');
    expect(applyIdentityEvent({ status: 'approved', eventAt: 6 }, event('review', 5))).toBeNull();
    expect(applyIdentityEvent({ status: 'approved', eventAt: 6 }, event('declined', 6))).toBeNull();
    expect(applyIdentityEvent({ status: 'approved', eventAt: 6 }, event('declined', 7))).toBe('declined');
  });

  test('goes to review on an approval without a name, and no other result needs a name', () => {
    expect(applyIdentityEvent({ status: 'started', eventAt: 1 }, event('approved', 2, false))).toBe('review');
    expect(applyIdentityEvent({ status: 'started', eventAt: 1 }, event('declined', 2, false))).toBe('declined');
  });

  test('expires only while it waits for the person', () => {
    const after = identityStatuses.map((status) => applyIdentityEvent({ status, eventAt: 1 }, event('expired', 2)));
    expect(Object.fromEntries(identityStatuses.map((status, at) => [status, after[at]]))).toEqual({
      started: 'expired',
      retry: 'expired',
      ...{ review: null, approved: null, declined: null, expired: null },
    });
  });

  test('may be started by the person while there is no decision and no review', () => {
    expect([null, ...identityStatuses].filter(canStartCheck)).toEqual([null, 'started', 'retry', 'expired']);
  });

  test('lets a reviewer decide a pending check, reopen a declined one and revoke an approved one', () => {
    const allowed = identityStatuses.flatMap((status) =>
      (['approved', 'declined', 'retry'] as const)
        .filter((decision) => canDecide(status, decision))
        .map((decision) => `${status} → ${decision}`),
    );
    expect(allowed).toEqual([
      'review → approved',
      'review → declined',
      'review → retry',
      'approved → declined',
      'approved → retry',
      'declined → retry',
    ]);
  });
});
