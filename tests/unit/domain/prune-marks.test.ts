import { expect, test } from 'vitest';
import { createState } from '../../../src/domain/account/engine.ts';
import type { AccountEvent } from '../../../src/domain/account/events.ts';
import { pruneMarks } from '../../../src/domain/account/prune-marks.ts';
import { at, buy, entryTicks, mark, sell, trailing } from './support.ts';

const minute = (number: number) => at('2026-11-18', `10:${String(number).padStart(2, '0')}`);
const spared = (...events: readonly AccountEvent[]) => pruneMarks(trailing, createState(trailing), events).prunable;

test('of a position’s prices only the last before its sale is needed, and of other contracts none', () => {
  expect(
    spared(
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

test('with two contracts held every price stays', () => {
  expect(
    spared(
      buy(minute(0), entryTicks),
      buy(minute(0), 6_000, { instrument: 'CL', month: '2027-01' }),
      mark(minute(1), entryTicks + 1),
      mark(minute(2), entryTicks + 2),
      mark(minute(3), 6_001, 'CL', '2027-01'),
    ),
  ).toEqual([]);
});

test('a price that breaches stays, with the one before it', () => {
  expect(
    spared(
      buy(minute(0), entryTicks),
      mark(minute(1), entryTicks - 1),
      mark(minute(2), entryTicks - 2),
      mark(minute(3), entryTicks - 160),
    ),
  ).toEqual([1]);
});
