import { describe, expect, it } from 'vitest';
import { reviewDeadline } from '../../../src/domain/payout/review-deadline.ts';

const at = (text: string) => Date.parse(text);
const answered = (text: string, days = 2) => new Date(reviewDeadline(at(text), days)).toISOString();

describe('review deadline', () => {
  it('the deadline is the close of the second trading day after the request', () => {
    expect(answered('2026-11-16T15:00:00Z')).toBe('2026-11-18T22:00:00.000Z');
  });

  it('weekends and exchange holidays do not count', () => {
    expect(answered('2026-11-21T12:00:00Z')).toBe('2026-11-25T22:00:00.000Z');
    // Thanksgiving is not its own trading day; on the Friday after it the last product group closes at 13:45 Chicago.
    expect(answered('2026-11-24T15:00:00Z')).toBe('2026-11-27T19:45:00.000Z');
  });

  it('a request after the close counts for the next day', () => {
    expect(answered('2026-11-16T23:30:00Z', 1)).toBe('2026-11-18T22:00:00.000Z');
  });
});
