import { readDollars } from '#lib/money/read.ts';
import { readNumber } from '#lib/read-number.ts';
import { readWhole } from '#lib/read-whole.ts';
import type { CopyMode } from '#shared/copier/copy-link.ts';
import type { Sizing } from '#shared/copier/sizing.ts';
import { maxDailyStopDollars, maxFixedContracts, maxRatioHundredths } from '#shared/copier/sizing.ts';
import type { Copier, CopyGroupInput } from './stores/copier.ts';

/** A follower as held by its form; amounts as typed. */
export type FollowerFormValues = {
  readonly copyMode: CopyMode;
  readonly mode: Sizing['mode'];
  readonly amount: string;
  readonly size: Sizing['size'];
  readonly stop: string;
};

export type GroupFormValues = {
  readonly leaderId: string;
  /** By account id. */
  readonly followers: Readonly<Record<string, FollowerFormValues>>;
};

export const newFollower: FollowerFormValues = {
  copyMode: 'execution',
  mode: 'ratio',
  amount: '1',
  size: 'leader',
  stop: '',
};

export function toFormValues({ leaderId, accounts }: Copier): GroupFormValues {
  const followers = accounts.flatMap(({ id, follower }) => {
    if (follower === null) return [];
    const { copyMode, sizing, dailyStopCents } = follower;
    const amount = sizing.mode === 'ratio' ? sizing.hundredths / 100 : sizing.contracts;
    const stop = dailyStopCents === null ? '' : String(dailyStopCents / 100);
    return [[id, { copyMode, mode: sizing.mode, amount: String(amount), size: sizing.size, stop }] as const];
  });
  return { leaderId: leaderId ?? '', followers: Object.fromEntries(followers) };
}

/** Null if the amount is not a valid number. */
export function readSizing({ mode, amount, size }: FollowerFormValues, locale: string): Sizing | null {
  if (mode === 'fixed') {
    const contracts = readWhole(amount, maxFixedContracts);
    return contracts === null ? null : { mode, contracts, size };
  }
  const ratio = readNumber(amount, locale, 2);
  if (ratio === null) return null;
  const hundredths = Number(ratio.whole + ratio.fraction.padEnd(2, '0'));
  return hundredths >= 1 && hundredths <= maxRatioHundredths ? { mode, hundredths, size } : null;
}

/** In cents; null for no stop, undefined if it is not a valid amount. */
export function readStop({ stop }: FollowerFormValues, locale: string): number | null | undefined {
  return stop === '' ? null : (readDollars(stop, locale, maxDailyStopDollars) ?? undefined);
}

/** The group to store; null while something is wrong or missing. */
export function readGroup(
  { leaderId, followers }: GroupFormValues,
  { accounts }: Copier,
  locale: string,
): CopyGroupInput | null {
  if (leaderId === '') return null;
  const chosen = accounts.filter(({ id }) => id !== leaderId && followers[id] !== undefined);
  const read = chosen.flatMap(({ id: accountId }) => {
    const values = followers[accountId] ?? newFollower;
    const [sizing, dailyStopCents] = [readSizing(values, locale), readStop(values, locale)];
    return sizing === null || dailyStopCents === undefined
      ? []
      : [{ accountId, copyMode: values.copyMode, sizing, dailyStopCents }];
  });
  return read.length === chosen.length ? { leaderId, followers: read } : null;
}
