import type { Odds, SoldOffer } from '#shared/replay/odds/odds.ts';
import type { ReplayAnswer, ReplayProgress, ReplayRequest } from '#shared/replay/replay-file.ts';

export type ReplayTask = { readonly file: Blob; readonly request: ReplayRequest; readonly sold: readonly SoldOffer[] };

/** What the worker sends to the page. */
export type ReplayMessage =
  | { readonly type: 'progress'; readonly progress: ReplayProgress }
  | { readonly type: 'answer'; readonly answer: ReplayAnswer }
  | { readonly type: 'odds'; readonly odds: Odds }
  | { readonly type: 'end' }
  | { readonly type: 'failed' };
