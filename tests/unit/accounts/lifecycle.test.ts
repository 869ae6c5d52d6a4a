import { describe, expect, test } from 'vitest';
import { readEventLog, writeEventLogLine, writeRulesLine } from '#shared/accounts/event-log.ts';
import {
  type AccountStage,
  actionsOf,
  findBlockedReason,
  isEnded,
  isOver,
  isTraded,
  resetPrice,
  stageOf,
} from '#shared/accounts/lifecycle.ts';
import { differencesOf } from '#shared/accounts/rules/differences.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import { at, buy, trailing } from '../support.ts';

const running = { phase: 'evaluation', status: 'active', activated: false, ended: null, suspended: false } as const;

describe('account stages', () => {
  test.each([
    ['evaluation', running],
    ['passed', { ...running, status: 'passed' }],
    ['activated', { ...running, status: 'passed', activated: true }],
    ['breached', { ...running, status: 'breached' }],
    ['funded', { ...running, phase: 'funded' }],
    ['live', { ...running, phase: 'live', status: 'locked' }],
    ['canceled', { ...running, ended: 'canceled' }],
    ['expired', { ...running, status: 'passed', ended: 'expired' }],
    ['passed', { ...running, status: 'passed', ended: 'canceled' }],
    ['activated', { ...running, status: 'passed', activated: true, ended: 'canceled' }],
    ['canceled', { ...running, phase: 'funded', ended: 'canceled' }],
    ['breached', { ...running, status: 'breached', ended: 'canceled' }],
    ['suspended', { ...running, status: 'passed', suspended: true }],
    ['canceled', { ...running, suspended: true, ended: 'canceled' }],
    ['funded', { ...running, phase: 'funded', activated: true }],
    ['canceled', { ...running, phase: 'funded', status: 'passed', ended: 'canceled' }],
    ['terminated', { ...running, phase: 'live', ended: 'terminated' }],
    ['inactivity', { ...running, phase: 'funded', ended: 'inactivity' }],
  ] as const)('the stage is %s', (stage, lifecycle) => {
    expect(stageOf(lifecycle)).toBe(stage);
  });
});

test('only an account that is not over is traded, and a suspended account is neither traded nor over', () => {
  const stages: readonly AccountStage[] = [
    ...(['evaluation', 'funded', 'live', 'suspended'] as const),
    ...(['passed', 'activated', 'breached', 'canceled', 'expired', 'terminated', 'inactivity'] as const),
  ];
  expect(stages.filter(isTraded)).toEqual(['evaluation', 'funded', 'live']);
  expect(stages.filter(isOver).join()).toBe('passed,activated,breached,canceled,expired,terminated,inactivity');
  expect(stages.filter(isEnded).join()).toBe('activated,canceled,expired,terminated,inactivity');
});

describe('account actions', () => {
  const base = {
    phase: 'evaluation',
    isTrial: false,
    isBeingActivated: false,
    isRefunded: false,
    isReviewed: false,
    resetPriceCents: 7_900,
    activationPriceCents: 12_900,
    resetsLeft: 0,
    payoutsUntilReset: 0,
    hasOpenPayout: false,
    renewal: 'due',
    tradedDays: 3,
  } as const;
  const blockedReasonsAt = (
    stage: Parameters<typeof actionsOf>[0]['stage'],
    isEnded = stage === 'canceled',
    isSuspended = stage === 'suspended',
  ) =>
    Object.fromEntries(
      actionsOf({ ...base, stage, isEnded, isSuspended }, true).map(({ action, blockedReason }) => [
        action,
        blockedReason,
      ]),
    );

  test('a breached account can be reset, a passed one activated, a funded one paid out', () => {
    expect(blockedReasonsAt('breached')).toMatchObject({ reset: null, activate: 'not-passed', withdraw: 'not-funded' });
    expect(blockedReasonsAt('passed')).toMatchObject({
      reset: 'passed-already',
      activate: null,
      renew: 'passed-already',
    });
    expect(blockedReasonsAt('funded')).toMatchObject({ activate: 'activated-already', withdraw: null });
    expect(blockedReasonsAt('canceled')).toMatchObject({ reset: 'over', renew: 'over' });
    expect(blockedReasonsAt('breached', true)).toMatchObject({ reset: 'over', renew: 'over', activate: 'not-passed' });
    expect(blockedReasonsAt('passed', true)).toMatchObject({ reset: 'passed-already', activate: null });
    expect(blockedReasonsAt('breached', false, true)).toMatchObject({ reset: 'suspended', renew: null });
    expect(blockedReasonsAt('suspended')).toMatchObject({ reset: 'suspended', renew: null, withdraw: 'suspended' });
  });

  test.each([
    ['evaluation', null, null, 'not-passed', 'not-funded'],
    ['passed', 'passed-already', 'passed-already', null, 'not-funded'],
    ['activated', 'passed-already', 'passed-already', 'activated-already', 'not-funded'],
    ['funded', null, null, 'activated-already', null],
    ['live', null, null, 'activated-already', null],
    ['breached', null, null, 'not-passed', 'not-funded'],
    ['suspended', 'suspended', null, 'suspended', 'suspended'],
    ['canceled', 'over', 'over', 'not-passed', 'not-funded'],
  ] as const)('an account that is %s offers the expected actions', (stage, reset, renew, activate, withdraw) => {
    expect(blockedReasonsAt(stage)).toEqual({ reset, renew, activate, review: null, withdraw });
  });

  test('a payout waits for its conditions, and an action without a price isn’t offered', () => {
    const passed = { ...base, stage: 'passed', isEnded: false, isSuspended: false } as const;
    const withdrawal = actionsOf({ ...passed, stage: 'live', phase: 'live' }, false).at(-1);
    expect(withdrawal).toEqual({ action: 'withdraw', blockedReason: 'payout-conditions' });
    expect(findBlockedReason('activate', { ...passed, activationPriceCents: null })).toBe('not-offered');
    expect(findBlockedReason('reset', { ...passed, stage: 'breached', resetPriceCents: null })).toBe('not-offered');
    expect(resetPrice({ ...passed, resetPriceCents: null })).toBe(0);
  });

  test('a trial can be neither reset nor activated', () => {
    const trial = { ...base, isTrial: true, isEnded: false, isSuspended: false, renewal: 'none' } as const;
    expect(findBlockedReason('reset', { ...trial, stage: 'breached' })).toBe('not-offered');
    expect(findBlockedReason('activate', { ...trial, stage: 'passed' })).toBe('not-offered');
    expect(findBlockedReason('renew', { ...trial, stage: 'evaluation' })).toBe('paid-once');
  });

  test('a funded account can be reset as often as resets were bought, whatever the evaluation’s resets cost', () => {
    const funded = { ...base, stage: 'funded', phase: 'funded', isEnded: false, isSuspended: false } as const;
    expect(findBlockedReason('reset', funded)).toBe('not-offered');
    expect(findBlockedReason('reset', { ...funded, resetsLeft: 1 })).toBeNull();
    expect(findBlockedReason('reset', { ...funded, resetsLeft: 1, hasOpenPayout: true })).toBe('payout-open');
    expect(findBlockedReason('reset', { ...funded, resetsLeft: 1, payoutsUntilReset: 1 })).toBe('payouts-missing');
    expect(findBlockedReason('reset', { ...funded, resetsLeft: 1, tradedDays: 0 })).toBe('untouched');
    expect(resetPrice(funded)).toBe(0);
    expect(resetPrice({ ...funded, phase: 'evaluation' })).toBe(7_900);
  });

  test('a period can be prepaid only once', () => {
    const running = { ...base, stage: 'evaluation', isEnded: false, isSuspended: false } as const;
    expect(findBlockedReason('renew', running)).toBeNull();
    expect(findBlockedReason('renew', { ...running, renewal: 'paid-ahead' })).toBe('paid-ahead');
    expect(findBlockedReason('review', { ...running, tradedDays: 0 })).toBe('no-trades');
    expect(findBlockedReason('review', { ...running, isReviewed: true })).toBe('reviewed-already');
  });
});

describe('rules', () => {
  test('a funded account keeps its floor and loses its targets', () => {
    const funded = rulesForPhase(trailing, 'funded');
    expect(funded).toEqual({ ...trailing, targetCents: null, minimumDays: 0, consistencyBps: null });
    expect(rulesForPhase(trailing, 'evaluation')).toBe(trailing);
  });

  test('a later version changes only what it states', () => {
    const today = { ...trailing, targetCents: 320_000, dailyLoss: { mode: 'soft', limitCents: 100_000 } } as const;
    expect(differencesOf(trailing, trailing)).toEqual([]);
    expect(differencesOf(trailing, today)).toEqual([
      { field: 'dailyLossMode', unit: 'word', value: 'none', today: 'soft' },
      { field: 'dailyLimit', unit: 'cents', value: null, today: 100_000 },
      { field: 'target', unit: 'cents', value: 300_000, today: 320_000 },
    ]);
  });
});

describe('account record', () => {
  const event = buy(at('2026-11-18', '10:00'), 27_000);

  test('the record’s text does not depend on object construction order', () => {
    const turned = Object.fromEntries(Object.entries(event).reverse()) as typeof event;
    expect(writeEventLogLine({ sourceId: 'a', event: turned })).toBe(writeEventLogLine({ sourceId: 'a', event }));
  });

  test('parsing a record returns what was written', () => {
    const text = writeRulesLine(trailing) + writeEventLogLine({ sourceId: 'a', event });
    expect(readEventLog(text)).toEqual({ rules: trailing, inputs: [{ sourceId: 'a', event }] });
  });
});
