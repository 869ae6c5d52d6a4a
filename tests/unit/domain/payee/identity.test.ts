import { describe, expect, test } from 'vitest';
import {
  applyIdentityEvent,
  type IdentityEvent,
  identityStatuses,
  mayDecide,
  mayStart,
} from '../../../../src/domain/payee/identity.ts';

const name = { firstName: 'Ada', lastName: 'Ferreira' };
const event = (status: IdentityEvent['status'], at: number, withName = true): IdentityEvent => ({
  status,
  at,
  reason: null,
  name: withName ? name : null,
});

describe('the check of an identity', () => {
  test('follows the newest message, whatever the order they arrive in', () => {
    expect(applyIdentityEvent({ status: 'started', eventAt: null }, event('review', 5))).toBe('review');
    expect(applyIdentityEvent({ status: 'review', eventAt: 5 }, event('approved', 6))).toBe('approved');
    expect(applyIdentityEvent({ status: 'approved', eventAt: 6 }, event('review', 5))).toBeNull();
    expect(applyIdentityEvent({ status: 'approved', eventAt: 6 }, event('declined', 6))).toBeNull();
    expect(applyIdentityEvent({ status: 'approved', eventAt: 6 }, event('declined', 7))).toBe('declined');
  });

  test('an approval without a name waits for somebody to look; nothing else needs one', () => {
    expect(applyIdentityEvent({ status: 'started', eventAt: 1 }, event('approved', 2, false))).toBe('review');
    expect(applyIdentityEvent({ status: 'started', eventAt: 1 }, event('declined', 2, false))).toBe('declined');
  });

  test('a session expires only while the person is waited for', () => {
    const after = identityStatuses.map((status) => applyIdentityEvent({ status, eventAt: 1 }, event('expired', 2)));
    expect(Object.fromEntries(identityStatuses.map((status, at) => [status, after[at]]))).toEqual({
      started: 'expired',
      retry: 'expired',
      ...{ review: null, approved: null, declined: null, expired: null },
    });
  });

  test('the person may begin while there is no decision and nobody is looking', () => {
    expect([null, ...identityStatuses].filter(mayStart)).toEqual([null, 'started', 'retry', 'expired']);
  });

  test('a reviewer decides what waits, reopens what was declined and revokes what was approved', () => {
    const allowed = identityStatuses.flatMap((status) =>
      (['approved', 'declined', 'retry'] as const)
        .filter((decision) => mayDecide(status, decision))
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
