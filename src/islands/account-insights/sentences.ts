import { remainingRequirements } from '../../domain/account/remaining-requirements.ts';
import { isTrailing } from '../../domain/drawdown/registry.ts';
import { formatMoney } from '../../domain/money/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { chicagoClosingText, chicagoMomentText } from '../../lib/chicago-time.ts';
import { formatLocale } from '../../lib/format-locale.ts';
import type { RunningAccount } from '../../stores/account-insights.ts';
import { findPayout } from '../../stores/account-insights.ts';
import { ownSuffix } from '../app-shell/own-suffix.ts';
import type { InsightTranslate } from './types.ts';

type Say = { readonly account: RunningAccount; readonly t: InsightTranslate; readonly locale: Locale };

/** One sentence per topic and account; null if the topic doesn't apply to the account. */
export const sentences: Readonly<Record<string, (say: Say) => string | null | Promise<string | null>>> = {
  trailing: (say) =>
    trails(say) ? floorText(say, say.account.view.floorLocked ? 'trailing_locked' : 'trailing') : null,
  lock: (say) => (trails(say) ? lockText(say) : null),
  static: (say) => (say.account.drawdownMode === 'static' ? floorText(say, 'static') : null),
  floor: (say) => floorText(say, 'floor'),
  daily: dailyText,
  day: (say) => {
    const { dayClosesAt } = say.account;
    return say.t('day', { time: chicagoClosingText(dayClosesAt, say.locale), own: ownSuffix(dayClosesAt, say) });
  },
  contracts: ({ account: { view }, t, locale }) =>
    t('contracts', {
      used: view.contractsInUse.toLocaleString(formatLocale(locale)),
      most: view.maxContracts.toLocaleString(formatLocale(locale)),
    }),
  consistency: consistencyText,
  rules: ({ account, t }) => t('rules', { version: account.rulesVersion }),
  event: (say) => {
    const { lastEventAt } = say.account.view;
    if (lastEventAt === null) return say.t('event_none');
    return say.t('event', { time: chicagoMomentText(lastEventAt, say.locale), own: ownSuffix(lastEventAt, say) });
  },
  pass: passText,
  payout: payoutText,
};

function trails({ account: { drawdownMode } }: Say): boolean {
  return isTrailing(drawdownMode);
}

function floorText(
  { account: { view }, t, locale }: Say,
  key: 'trailing' | 'trailing_locked' | 'static' | 'floor',
): string | null {
  if (view.floorCents === null) return null;
  return t(key, {
    floor: formatMoney(view.floorCents, locale),
    room: formatMoney(view.remainingDrawdownCents ?? 0, locale),
    equity: formatMoney(view.equityCents, locale),
    mark: formatMoney(view.highWaterMarkCents, locale),
  });
}

function lockText({ account: { view }, t, locale }: Say): string | null {
  const { floorCents, untilLockCents } = view;
  if (floorCents === null) return null;
  const floor = formatMoney(floorCents, locale);
  if (untilLockCents === null) return view.floorLocked ? t('lock_locked', { floor }) : null;
  return t('lock', {
    floor,
    lock: formatMoney(floorCents + untilLockCents, locale),
    missing: formatMoney(untilLockCents, locale),
  });
}

function dailyText({ account: { view }, t, locale }: Say): string | null {
  const { nearestFloorCents, floorCents, remainingDailyDrawdownCents } = view;
  if (nearestFloorCents === null || nearestFloorCents === floorCents) return null;
  if (view.status === 'locked') return t('daily_locked');
  return t('daily', {
    floor: formatMoney(nearestFloorCents, locale),
    room: formatMoney(remainingDailyDrawdownCents ?? 0, locale),
  });
}

function consistencyText({ account: { view }, t, locale }: Say): string | null {
  const objective = view.objectives.find(({ name }) => name === 'consistency');
  if (objective?.name !== 'consistency') return null;
  return t('consistency', {
    best: formatMoney(objective.bestDayCents, locale),
    required: formatMoney(objective.requiredProfitCents, locale),
    profit: formatMoney(view.balanceCents - view.startingBalanceCents, locale),
  });
}

function passText({ account: { view }, t, locale }: Say): string | null {
  const missing = remainingRequirements(view).map((reason) => {
    switch (reason.name) {
      case 'target':
      case 'consistency':
        return t(`missing_${reason.name}`, { amount: formatMoney(reason.missingCents, locale) });
      case 'days':
        return t('missing_days', { count: reason.missing });
      case 'open-positions':
        return t('missing_open-positions');
      default:
        return reason.name;
    }
  });
  if (missing[0] === 'day-close') return t('pass_met');
  if (missing[0] === undefined || missing[0] === 'no-target' || missing[0] === 'breached') return null;
  return t('pass', { missing: new Intl.ListFormat(formatLocale(locale)).format(missing) });
}

async function payoutText({ account, t, locale }: Say): Promise<string | null> {
  if (account.stage !== 'funded' && account.stage !== 'live') return null;
  const payout = await findPayout(account.id);
  if (payout === null) return null;
  const amount = formatMoney(payout.availableCents, locale);
  return t(payout.eligible ? 'payout_ready' : 'payout_waits', { amount });
}
