import { expect, test } from 'vitest';
import { createState } from '#shared/accounts/engine.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { pruneMarks } from '#shared/accounts/prune-marks.ts';
import { at, buy, entryTicks, mark, sell, trailing } from '../support.ts';

const minute = (number: number) => at('2026-11-18', `10:${String(number).padStart(2, '0')}`);
const prunedBy = (...events: readonly AccountEvent[]) => pruneMarks(trailing, createState(trailing), events).prunable;

test('only the last price of a position before its sale is needed, and no prices of other contracts', () => {
  expect(
    prunedBy(
      buy(minute(0), entryTicks),
      mark(minute(1), entryTicks + 1),
      mark(minute(2), entryTicks + 2),
      mark(minute(3), 6_000, 'CL', '2027-01'),
      mark(minute(4), entryTicks + 3),
      sell(minute(5), entryTicks + 4),
      mark(minute(6), entryTicks + 5),
    ).toSorted(),
  ).toEqual([1, 2, 3, 6]);
});

test('every price is kept while two contracts are held', () => {
  expect(
    prunedBy(
      buy(minute(0), entryTicks),
      buy(minute(0), 6_000, { instrument: 'CL', month: '2027-01' }),
      mark(minute(1), entryTicks + 1),
      mark(minute(2), entryTicks + 2),
      mark(minute(3), 6_001, 'CL', '2027-01'),
    ),
  ).toEqual([]);
});

test('a price that breaches is kept, with the one before it', () => {
  expect(
    prunedBy(
      buy(minute(0), entryTicks),
      mark(minute(1), entryTicks - 1),
      mark(minute(2), entryTicks - 2),
      mark(minute(3), entryTicks - 160),
    ),
  ).toEqual([1]);
});
