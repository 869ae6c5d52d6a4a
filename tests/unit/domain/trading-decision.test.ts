import { describe, expect, test } from 'vitest';
import {
  decideTrading,
  findAccountRule,
  type ProposedOrder,
  type TradingAccount,
} from '../../../src/domain/trading/decide-trading.ts';
import { largestExposure, possibleFillOf } from '../../../src/domain/trading/exposure.ts';
import { isBracketOrder, isReached, orderRoles } from '../../../src/domain/trading/orders.ts';
import { contract, orderOf, ticks } from './trading-support.ts';

const account: TradingAccount = {
  ...{ stage: 'evaluation', status: 'active', hasPayoutUnderReview: false, isHalted: false, haltedInstruments: [] },
  ...{ isCopied: false, isOwnStopped: false, maxContracts: 5, remainingCents: 200_000, positions: [], orders: [] },
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
  ] as const)('%s: %j', (_, change, market, rule) => {
    expect(ruleOf(change, buyOne, market)).toBe(rule);
  });
});

describe('an exit', () => {
  test('at the market is the copier’s on a copied account, and nobody’s once the account is over', () => {
    expect(ruleOf({ positions: long, isCopied: true }, sellOne)).toBe('copied');
    expect(ruleOf({ positions: long, stage: 'breached' }, sellOne)).toBe('over');
  });

  test('at a price needs what an entry needs: it may fill when the position is gone', () => {
    expect(ruleOf({ positions: long }, { ...sellOne, type: 'limit' }, stale)).toBe('stale-data');
    expect(ruleOf({ positions: long, isHalted: true }, { ...sellOne, type: 'stop' })).toBe('halted');
  });
});

describe('without an order', () => {
  test('the question is whether anything may be opened', () => {
    expect(decideTrading(account, open)).toEqual({
      allowed: true,
      room: { maxContracts: 5, contracts: 5, quantity: null, cents: 200_000 },
    });
    expect(ruleOf({}, null, closed)).toBe('market-closed');
    expect(ruleOf({ remainingCents: 0 }, null)).toBe('no-room');
  });

  test('a halt of one instrument stops the account only there', () => {
    const halted: TradingAccount = { ...account, haltedInstruments: ['ES'] };
    expect(findAccountRule(halted, null)).toBeNull();
    expect(findAccountRule(halted, { instrument: 'NQ' })).toBeNull();
    expect(findAccountRule(halted, { instrument: 'ES' })).toBe('halted');
  });

  test.each([
    [{ stage: 'terminated' }, 'over'],
    [{ isCopied: true }, 'copied'],
  ] as const)('working entries end with %j as %s', (change, rule) => {
    expect(findAccountRule({ ...account, ...change }, null)).toBe(rule);
  });
});

describe('the room left', () => {
  test('of a full position is none on its side, and twice the limit to turn it', () => {
    const full = { ...account, positions: [{ ...contract, quantity: 5 }] };
    expect(decideTrading(full, open, buyOne).room).toMatchObject({ contracts: 0, quantity: 0 });
    expect(decideTrading(full, open, sellOne).room).toMatchObject({ contracts: 0, quantity: 10 });
  });

  test('of a limit of one contract is one mini or ten micros', () => {
    const small = { ...account, maxContracts: 1 };
    expect(decideTrading(small, open, buyOne).room.quantity).toBe(1);
    expect(decideTrading(small, open, { ...buyOne, instrument: 'MES' }).room.quantity).toBe(10);
  });
});

test('two resting purchases count both, unless they are linked', () => {
  const resting = (id: string, ocoGroup: string | null) =>
    possibleFillOf(orderOf({ id, type: 'limit', priceTicks: ticks, quantity: 2, ocoGroup }));
  expect(largestExposure([], [resting('a', null), resting('b', null)])).toBe(4);
  expect(largestExposure([], [resting('a', 'g'), resting('b', 'g')])).toBe(2);
});

test('only targets and protective stops belong to a bracket', () => {
  expect(orderRoles.filter((role) => isBracketOrder({ role }))).toEqual(['target', 'protective-stop']);
});

// 100 bid, 101 asked: a purchase looks at 101, a sale at 100.
test.each([
  ['buy', 'limit', 101, true],
  ['buy', 'limit', 100, false],
  ['sell', 'limit', 100, true],
  ['sell', 'limit', 101, false],
  ['buy', 'stop', 101, true],
  ['buy', 'stop', 102, false],
  ['sell', 'stop', 100, true],
  ['sell', 'stop', 99, false],
] as const)('a %s %s at %i is reached by 100 bid and 101 asked: %s', (side, type, priceTicks, reached) => {
  expect(isReached({ type, priceTicks }, side, { bidTicks: 100, askTicks: 101 })).toBe(reached);
});
