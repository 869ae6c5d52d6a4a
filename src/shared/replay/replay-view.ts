import type { ReplayResult, ReplaySource } from './replay-file.ts';

/** A replay as shown on screen, whether the user's own or a shared one. */
export type ReplayView = Pick<ReplayResult, 'rulesVersion' | 'days' | 'offers'> & {
  readonly isSample: boolean;
  /** Read from a link, so nobody has verified it. */
  readonly isShared: boolean;
  /** Whether days are rounded to whole dollars to keep the link short. */
  readonly isApproximate: boolean;
  /** How many of the last days the link had no space for. */
  readonly daysLeftOut: number;
  readonly source: Pick<
    ReplaySource,
    'fills' | 'unreadRows' | 'assumedFees' | 'extremes' | 'endsOpen' | 'startsBeforeCalendar'
  >;
};

export function viewReplay({ rulesVersion, days, offers, source }: ReplayResult, isSample: boolean): ReplayView {
  const { fills, unreadRows, assumedFees, extremes, endsOpen, startsBeforeCalendar } = source;
  return {
    ...{ rulesVersion, days, offers, isSample, isShared: false, isApproximate: false, daysLeftOut: 0 },
    source: { fills, unreadRows, assumedFees, extremes, endsOpen, startsBeforeCalendar },
  };
}
