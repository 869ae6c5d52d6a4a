import { describe, expect, test } from 'vitest';
import { officeLists } from '#shared/firm/lists.ts';
import { rowPlaces } from '#shared/office/row-places.ts';

describe('a row of two lines', () => {
  test('of a payout says who gets how much, and below when, until when and in what state', () => {
    expect(Object.fromEntries(rowPlaces(officeLists.payouts, officeLists.payouts.table))).toEqual({
      at: 'note',
      number: 'wide',
      email: 'lead',
      status: 'result',
      waited: 'wide',
      dueAt: 'labeled',
      destination: 'wide',
      batch: 'wide',
      amountCents: 'value',
    });
  });

  test('of a ticket leads with its subject, and says below who wrote and until when to reply', () => {
    const places = Object.fromEntries(rowPlaces(officeLists.tickets, officeLists.tickets.table));
    expect(places).toMatchObject({
      ...{ subject: 'lead', email: 'note', at: 'note', replyDueAt: 'labeled', status: 'result' },
    });
  });

  test('of an event leads with what happened', () => {
    expect(Object.fromEntries(rowPlaces(officeLists.timeline, ['at', 'actor', 'action']))).toEqual({
      at: 'note',
      actor: 'note',
      action: 'lead',
    });
  });

  test('of a ledger entry leads with what was booked, also where nobody owns the account', () => {
    const places = Object.fromEntries(rowPlaces(officeLists.ledger, officeLists.ledger.table));
    expect(places).toMatchObject({ record: 'lead', email: 'note', changeCents: 'value' });
  });

  test.each(Object.values(officeLists))('of $name has one subject, one amount and few notes', (list) => {
    const places = [...rowPlaces(list, list.table).values()];
    const count = (...wanted: readonly string[]) => places.filter((place) => wanted.includes(place)).length;
    expect(count('lead')).toBe(1);
    expect(count('value')).toBeLessThanOrEqual(1);
    expect(count('result')).toBeLessThanOrEqual(1);
    expect(count('note', 'labeled')).toBeGreaterThanOrEqual(1);
    expect(count('note', 'labeled')).toBeLessThanOrEqual(3);
  });
});
