import { getLocalTimeSuffix } from '#app/shell/local-time-suffix.ts';
import type { Locale } from '#i18n/locales.ts';
import { chicagoClosingText, chicagoMomentText } from '#lib/chicago-time.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { isFloorless, isTrailing } from '#shared/accounts/drawdown/registry.ts';
import { type RemainingRequirement, remainingRequirements } from '#shared/accounts/remaining-requirements.ts';
import type { RunningAccount } from '../stores/insights.ts';
import { findPayout } from '../stores/insights.ts';
import type { InsightTranslate } from './types.ts';

type SentenceInput = { readonly account: RunningAccount; readonly t: InsightTranslate; readonly locale: Locale };

/** One sentence per topic and account; null if the topic doesn't apply to the account. */
export const sentences: Readonly<Record<string, (input: SentenceInput) => string | null | Promise<string | null>>> = {
  trailing: (input) =>
    isTrailingFloor(input) ? floorText(input, input.account.view.floorLocked ? 'trailing_locked' : 'trailing') : null,
  lock: (input) => (isTrailingFloor(input) ? lockText(input) : null),
  static: (input) => (isFixedFloor(input) ? floorText(input, 'static') : null),
  floor: (input) => floorText(input, 'floor'),
  daily: dailyText,
  day: (input) => {
    const { dayClosesAt } = input.account;
    return input.t('day', {
      time: chicagoClosingText(dayClosesAt, input.locale),
      own: getLocalTimeSuffix(dayClosesAt, input),
    });
  },
  contracts: ({ account: { view }, t, locale }) => {
    const count = (value: number) => value.toLocaleString(formatLocale(locale));
    const held = view.positions.map(({ instrument, quantity }) => `${count(Math.abs(quantity))} ${instrument}`);
    return t(held.length === 0 ? 'contracts_none' : 'contracts', {
      held: new Intl.ListFormat(formatLocale(locale)).format(held),
      ...{ used: count(view.contractsInUse), maximum: count(view.maxContracts) },
    });
  },
  consistency: consistencyText,
  rules: ({ account, t }) => t('rules', { version: account.rulesVersion }),
  event: (input) => {
    const { lastEventAt } = input.account.view;
    if (lastEventAt === null) return input.t('event_none');
    return input.t('event', {
      time: chicagoMomentText(lastEventAt, input.locale),
      own: getLocalTimeSuffix(lastEventAt, input),
    });
  },
  pass: passText,
  payout: payoutText,
};

function isFixedFloor({ account: { drawdownMode } }: SentenceInput): boolean {
  return !isFloorless(drawdownMode) && !isTrailing(drawdownMode);
}

function isTrailingFloor({ account: { drawdownMode } }: SentenceInput): boolean {
  return isTrailing(drawdownMode);
}

function floorText(
  { account: { view }, t, locale }: SentenceInput,
  key: 'trailing' | 'trailing_locked' | 'static' | 'floor',
): string | null {
  if (view.floorCents === null) return null;
  return t(key, {
    floor: formatFigure(view.floorCents, locale),
    room: formatFigure(view.remainingDrawdownCents ?? 0, locale),
    equity: formatFigure(view.equityCents, locale),
    mark: formatFigure(view.highWaterMarkCents, locale),
  });
}

function lockText({ account: { view }, t, locale }: SentenceInput): string | null {
  const { floorCents, untilLockCents } = view;
  if (floorCents === null) return null;
  const floor = formatFigure(floorCents, locale);
  if (untilLockCents === null) return view.floorLocked ? t('lock_locked', { floor }) : null;
  return t('lock', {
    floor,
    lock: formatFigure(floorCents + untilLockCents, locale),
    missing: formatFigure(untilLockCents, locale),
  });
}

function dailyText({ account: { view }, t, locale }: SentenceInput): string | null {
  const { nearestFloorCents, floorCents, remainingDailyDrawdownCents } = view;
  if (nearestFloorCents === null || nearestFloorCents === floorCents) return null;
  if (view.lockedBy === 'daily-loss') return t('daily_locked');
  return t('daily', {
    floor: formatFigure(nearestFloorCents, locale),
    room: formatFigure(remainingDailyDrawdownCents ?? 0, locale),
  });
}

function consistencyText({ account: { view }, t, locale }: SentenceInput): string | null {
  const objective = view.objectives.find(({ name }) => name === 'consistency');
  if (objective?.name !== 'consistency') return null;
  return t('consistency', {
    best: formatFigure(objective.bestDayCents, locale),
    required: formatFigure(objective.requiredProfitCents, locale),
    profit: formatFigure(view.balanceCents - view.startingBalanceCents, locale),
  });
}

/** The name of what no number of days or amount is missing for. */
function missingText(reason: RemainingRequirement, { t, locale }: Pick<SentenceInput, 't' | 'locale'>): string {
  switch (reason.name) {
    case 'target':
    case 'consistency':
      return t(`missing_${reason.name}`, { amount: formatFigure(reason.missingCents, locale) });
    case 'days':
      return t('missing_days', { count: reason.missing });
    case 'open-positions':
      return t('missing_open-positions');
    case 'breached':
    case 'day-close':
    case 'no-target':
      return reason.name;
  }
}

function passText({ account: { view }, t, locale }: SentenceInput): string | null {
  const missing = remainingRequirements(view).map((reason) => missingText(reason, { t, locale }));
  if (missing[0] === 'day-close') return t('pass_met');
  if (missing[0] === undefined || missing[0] === 'no-target' || missing[0] === 'breached') return null;
  return t('pass', { missing: new Intl.ListFormat(formatLocale(locale)).format(missing) });
}

async function payoutText({ account, t, locale }: SentenceInput): Promise<string | null> {
  if (account.stage !== 'funded' && account.stage !== 'live') return null;
  const payout = await findPayout(account.id);
  if (payout === null) return null;
  const amount = formatFigure(payout.availableCents, locale);
  return t(payout.eligible ? 'payout_ready' : 'payout_waits', { amount });
}
