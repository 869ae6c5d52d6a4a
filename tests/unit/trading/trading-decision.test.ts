import { describe, expect, test } from 'vitest';
import {
  decideTrading,
  findAccountRule,
  type ProposedOrder,
  type TradingAccount,
} from '#shared/trading/decide-trading.ts';
import { maxExposure, possibleFillOf } from '#shared/trading/exposure.ts';
import { isBracketOrder, isReached, orderRoles } from '#shared/trading/orders.ts';
import { contract, orderOf, ticks } from './trading-support.ts';

const account: TradingAccount = {
  ...{ stage: 'evaluation', status: 'active', hasPayoutUnderReview: false, isHalted: false, haltedInstruments: [] },
  ...{
    isCopied: false,
    isPersonalStopReached: false,
    refusesSpreads: false,
    maxContracts: 5,
    remainingCents: 200_000,
    positions: [],
    orders: [],
  },
};
const open = { isOpen: true, dataAgeMs: 0 };
const closed = { isOpen: false, dataAgeMs: 0 };
const stale = { isOpen: true, dataAgeMs: 2_001 };
const buyOne: ProposedOrder = { ...contract, side: 'buy', quantity: 1, type: 'market' };
const sellOne: ProposedOrder = { ...buyOne, side: 'sell' };
const long = [{ ...contract, quantity: 2 }];

const ruleOf = (change: Partial<TradingAccount>, order: ProposedOrder | null, market = open) => {
  const decision = decideTrading({ ...account, ...change }, market, order);
  return decision.allowed ? null : decision.rule;
};

describe('an entry', () => {
  test.each([
    ['while the market is closed', {}, closed, 'market-closed'],
    ['at prices two seconds old', {}, { isOpen: true, dataAgeMs: 2_000 }, null],
    ['at prices older than two seconds', {}, stale, 'stale-data'],
    ['just after the fill that breached', { status: 'breached' }, open, 'over'],
    ['just after the close that passed', { status: 'passed' }, open, 'over'],
    ['on an account that expired', { stage: 'expired' }, open, 'over'],
    ['on a copied account that is over', { stage: 'passed', isCopied: true }, open, 'over'],
  ] as const)('%s (%j) is decided by the expected rule', (_, change, market, rule) => {
    expect(ruleOf(change, buyOne, market)).toBe(rule);
  });
});

describe('an exit', () => {
  test('at market belongs to the copier on a copied account, and is refused once the account is over', () => {
    expect(ruleOf({ positions: long, isCopied: true }, sellOne)).toBe('copied');
    expect(ruleOf({ positions: long, stage: 'breached' }, sellOne)).toBe('over');
  });

  test('at a price needs the same conditions as an entry, because it may fill when the position is gone', () => {
    expect(ruleOf({ positions: long }, { ...sellOne, type: 'limit' }, stale)).toBe('stale-data');
    expect(ruleOf({ positions: long, isHalted: true }, { ...sellOne, type: 'stop' })).toBe('halted');
  });
});

describe('a decision without an order', () => {
  test('says whether any position may be opened', () => {
    expect(decideTrading(account, open)).toEqual({
      allowed: true,
      remaining: { maxContracts: 5, contracts: 5, quantity: null, cents: 200_000 },
    });
    expect(ruleOf({}, null, closed)).toBe('market-closed');
    expect(ruleOf({ remainingCents: 0 }, null)).toBe('no-remaining-drawdown');
  });

  test('is not stopped by a halt of one instrument except for that instrument', () => {
    const halted: TradingAccount = { ...account, haltedInstruments: ['ES'] };
    expect(findAccountRule(halted, null)).toBeNull();
    expect(findAccountRule(halted, { instrument: 'NQ' })).toBeNull();
    expect(findAccountRule(halted, { instrument: 'ES' })).toBe('halted');
  });

  test.each([
    [{ stage: 'terminated' }, 'over'],
    [{ isCopied: true }, 'copied'],
  ] as const)('with %j ends working entries as %s', (change, rule) => {
    expect(findAccountRule({ ...account, ...change }, null)).toBe(rule);
  });
});

describe('the remaining limits of an order', () => {
  test('is zero on the side of a full position and twice the limit on the other side', () => {
    const full = { ...account, positions: [{ ...contract, quantity: 5 }] };
    expect(decideTrading(full, open, buyOne).remaining).toMatchObject({ contracts: 0, quantity: 0 });
    expect(decideTrading(full, open, sellOne).remaining).toMatchObject({ contracts: 0, quantity: 10 });
  });

  test('is one mini or ten micros under a limit of one contract', () => {
    const small = { ...account, maxContracts: 1 };
    expect(decideTrading(small, open, buyOne).remaining.quantity).toBe(1);
    expect(decideTrading(small, open, { ...buyOne, instrument: 'MES' }).remaining.quantity).toBe(10);
  });
});

test('two resting buy orders both count toward the exposure unless they are linked', () => {
  const resting = (id: string, ocoGroup: string | null) =>
    possibleFillOf(orderOf({ id, type: 'limit', priceTicks: ticks, quantity: 2, ocoGroup }));
  expect(maxExposure([], [resting('a', null), resting('b', null)])).toBe(4);
  expect(maxExposure([], [resting('a', 'g'), resting('b', 'g')])).toBe(2);
});

test('only targets and protective stops belong to a bracket', () => {
  expect(orderRoles.filter((role) => isBracketOrder({ role }))).toEqual(['target', 'protective-stop']);
});

// 100 bid, 101 asked: a buy order looks at 101, a sell order at 100.
test.each([
  ['buy', 'limit', 101, true],
  ['buy', 'limit', 100, false],
  ['sell', 'limit', 100, true],
  ['sell', 'limit', 101, false],
  ['buy', 'stop', 101, true],
  ['buy', 'stop', 102, false],
  ['sell', 'stop', 100, true],
  ['sell', 'stop', 99, false],
] as const)('a %s %s at %i is reached by a bid of 100 and an ask of 101: %s', (side, type, priceTicks, reached) => {
  expect(isReached({ type, priceTicks }, side, { bidTicks: 100, askTicks: 101 })).toBe(reached);
});
