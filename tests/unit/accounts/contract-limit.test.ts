import { expect, test } from 'vitest';
import { createState } from '#shared/accounts/engine.ts';
import { findContractLimitCrossings } from '#shared/accounts/max-contracts.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { at, buy, entryTicks, sell, trailing } from '../support.ts';

const find = (...events: readonly AccountEvent[]) =>
  findContractLimitCrossings(trailing, createState(trailing), events);
const minute = (number: number) => at('2026-11-18', `10:0${number}`);

test('five of five contracts are within the limit, and six exceed it', () => {
  expect(find(buy(minute(0), entryTicks, { quantity: 5 }))).toEqual([]);
  expect(find(buy(minute(0), entryTicks, { quantity: 6 }))).toEqual([{ at: minute(0), contracts: 6, maxContracts: 5 }]);
});

test('ten micros count as one mini, so 5 ES and 1 MES are 5.1', () => {
  const micro = buy(minute(1), entryTicks, { quantity: 1, instrument: 'MES' });
  expect(find(buy(minute(0), entryTicks, { quantity: 5 }), micro)).toEqual([
    { at: minute(1), contracts: 5.1, maxContracts: 5 },
  ]);
});

test('a crossing counts only once until the account is back within its limit', () => {
  const events = [
    buy(minute(0), entryTicks, { quantity: 6 }),
    buy(minute(1), entryTicks, { quantity: 1 }),
    sell(minute(2), entryTicks, { quantity: 3 }),
    buy(minute(3), entryTicks, { quantity: 3 }),
  ];
  expect(find(...events)).toEqual([
    { at: minute(0), contracts: 6, maxContracts: 5 },
    { at: minute(3), contracts: 7, maxContracts: 5 },
  ]);
});
