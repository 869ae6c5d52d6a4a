import type { ReplayResult, ReplaySource } from './replay-file.ts';

/** What the screen shows of a replay: one's own, or one that somebody shared. */
export type ReplayView = Pick<ReplayResult, 'rulesVersion' | 'days' | 'offers'> & {
  readonly isSample: boolean;
  /** From a link, which nobody verified. */
  readonly isShared: boolean;
  /** Days in whole dollars, because the link had to stay short. */
  readonly isApproximate: boolean;
  /** Last days that a link had no space for. */
  readonly daysLeftOut: number;
  readonly source: Pick<
    ReplaySource,
    'fills' | 'unreadRows' | 'assumedFees' | 'extremes' | 'endsOpen' | 'startsBeforeCalendar'
  >;
};

export function viewReplay({ rulesVersion, days, offers, source }: ReplayResult, isSample: boolean): ReplayView {
  const { fills, unreadRows, assumedFees, extremes, endsOpen, startsBeforeCalendar } = source;
  return {
    rulesVersion,
    days,
    offers,
    source: { fills, unreadRows, assumedFees, extremes, endsOpen, startsBeforeCalendar },
    isSample,
    isShared: false,
    isApproximate: false,
    daysLeftOut: 0,
  };
}
