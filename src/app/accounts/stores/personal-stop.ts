import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { type Answer, createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { readDollars } from '#lib/money/read.ts';
import { readWhole } from '#lib/read-whole.ts';
import { fetchPersonalStop, lockAccountNow, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import {
  isPeriod,
  type LockPeriod,
  maxNewsMinutes,
  maxPauseMinutes,
  maxPersonalStopDollars,
  maxPersonalStopTrades,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import type { DataOf } from '#shared/core/call.ts';

export type PersonalStopState = DataOf<typeof fetchPersonalStop>;
type Limits = PersonalStopState['limits'];

/** The limits that the trader set for the account on screen; null while loading. */
export const $personalStop = createResource((accountId: string) => send(fetchPersonalStop, { query: { accountId } }), {
  isQuiet: true,
});
export const $isSavingPersonalStop = atom(false);

/** Saves the limits and shows those that apply now, which may be tighter than requested. */
export function savePersonalStop(accountId: string, limits: Limits): Promise<void> {
  return store(accountId, () => send(updatePersonalStop, { body: { accountId, ...limits } }));
}

export function lockMeOut(accountId: string, period: LockPeriod): Promise<void> {
  return store(accountId, () => send(lockAccountNow, { body: { accountId, period } }));
}

async function store(accountId: string, ask: () => Promise<Answer<PersonalStopState>>): Promise<void> {
  if ($isSavingPersonalStop.get()) return;
  $isSavingPersonalStop.set(true);
  const result = await ask();
  $isSavingPersonalStop.set(false);
  if (!result.ok) return notifyFailure(result.failure);
  if ($personalStop.get().data?.accountId === accountId) $personalStop.show(result.data, accountId);
  notify('success', { key: 'saved' });
}

/** The fields of the form, with the highest number that each takes. */
export const limitFields = {
  ...{ loss: maxPersonalStopDollars, profit: maxPersonalStopDollars, 'give-back': maxPersonalStopDollars },
  ...{ 'week-loss': maxPersonalStopDollars, trades: maxPersonalStopTrades, 'losing-trades': maxPersonalStopTrades },
  ...{ pause: maxPauseMinutes, contracts: maxPersonalStopTrades, from: null, until: null },
  news: maxNewsMinutes,
  /** A checkbox, which says 1 or nothing. */
  'averaging-down': 1,
} as const;

export type LimitField = keyof typeof limitFields;
export type LimitTexts = Readonly<Record<LimitField, string>>;

export function textsOfLimits({ losingTrades, hours, ...limits }: Limits): LimitTexts {
  const text = (value: number | null | undefined, unit = 1) => (value == null ? '' : String(value / unit));
  return {
    loss: text(limits.lossCents, 100),
    profit: text(limits.profitCents, 100),
    'give-back': text(limits.giveBackCents, 100),
    'week-loss': text(limits.weekLossCents, 100),
    trades: text(limits.trades),
    'losing-trades': text(losingTrades?.count),
    pause: text(losingTrades?.minutes),
    contracts: text(limits.maxContracts),
    'averaging-down': limits.noAveragingDown ? '1' : '',
    news: text(limits.newsMinutes),
    from: clockOf(hours?.from),
    until: clockOf(hours?.until),
  };
}

/** Fields that say something only together. */
const partners: Partial<Record<LimitField, LimitField>> = {
  ...{ 'losing-trades': 'pause', pause: 'losing-trades', from: 'until', until: 'from' },
};

/** The limits that the fields say, and the fields that say none. */
export function readLimits(
  texts: LimitTexts,
  locale: string,
): { readonly limits: Limits; readonly wrong: readonly LimitField[] } {
  const fields = Object.keys(limitFields) as LimitField[];
  const read = (field: LimitField) => {
    const maximum = limitFields[field];
    if (maximum === null) return minutesOf(texts[field]);
    if (maximum !== maxPersonalStopDollars) return readWhole(texts[field], maximum);
    return readDollars(texts[field], locale, maximum);
  };
  const values = Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<LimitField, number | null>;
  const { pause, from, until } = values;
  const count = values['losing-trades'];
  const isWrongPeriod = from !== null && until !== null && !isPeriod({ from, until });
  const limits = {
    lossCents: values.loss,
    profitCents: values.profit,
    trades: values.trades,
    giveBackCents: values['give-back'],
    weekLossCents: values['week-loss'],
    losingTrades: count === null || pause === null ? null : { count, minutes: pause },
    maxContracts: values.contracts,
    hours: from === null || until === null || isWrongPeriod ? null : { from, until },
    newsMinutes: values.news,
    noAveragingDown: values['averaging-down'] !== null,
  };
  const isWrong = (field: LimitField) =>
    values[field] === null && (texts[field] || texts[partners[field] ?? field]) !== '';
  return { limits, wrong: fields.filter((field) => isWrong(field) || (field === 'until' && isWrongPeriod)) };
}

const clockOf = (minutes: number | undefined) =>
  minutes === undefined
    ? ''
    : [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

function minutesOf(clock: string): number | null {
  const [hours, minutes] = /^\d\d:\d\d$/.test(clock) ? clock.split(':').map(Number) : [];
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
}
