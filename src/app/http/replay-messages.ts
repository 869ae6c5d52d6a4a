import type { ReplayAnswer, ReplayProgress, ReplayRequest } from '#shared/replay/replay-file.ts';

export type ReplayTask = { readonly file: Blob; readonly request: ReplayRequest };

/** What the worker sends to the page. */
export type ReplayMessage =
  | { readonly type: 'progress'; readonly progress: ReplayProgress }
  | { readonly type: 'answer'; readonly answer: ReplayAnswer }
  | { readonly type: 'failed' };
