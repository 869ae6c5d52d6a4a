import { atom } from 'nanostores';
import { fetchText, saveFile } from '#app/http/file.ts';
import { startReplay } from '#app/http/fill-replay.ts';
import type { ReplayMessage } from '#app/http/replay-messages.ts';
import {
  type FileQuestion,
  maxFileBytes,
  type ReadOptions,
  type SkippedRow,
  type UnreadableReason,
  type UnreadRow,
} from '#shared/replay/fill-file/fill-file.ts';
import type { Odds, SoldOffer } from '#shared/replay/odds/odds.ts';
import type { OddsSample } from '#shared/replay/odds/sample.ts';
import { type ReplayProgress, type ReplayResult, writeResult } from '#shared/replay/replay-file.ts';
import { type ReplayView, viewReplay } from '#shared/replay/replay-view.ts';
import { sampleFile } from '#shared/replay/sample.ts';

/** Odds in the order in which they are ready; no more come once they are over. */
export type DrawnOdds = {
  readonly sample: OddsSample;
  readonly odds: readonly Odds[];
  readonly areOddsOver: boolean;
};

type ChosenFile = { readonly fileName: string; readonly isSample: boolean };

export type FillReplayState =
  | { readonly step: 'empty' }
  | (ChosenFile & { readonly step: 'working'; readonly progress: ReplayProgress })
  | (ChosenFile & { readonly step: 'question'; readonly question: FileQuestion; readonly options: ReadOptions })
  | (ChosenFile & {
      readonly step: 'failed';
      readonly reason: UnreadableReason | 'interrupted' | 'not-loaded';
      readonly unread: readonly UnreadRow[];
    })
  | (ChosenFile & {
      readonly step: 'done';
      readonly view: ReplayView;
      readonly result: ReplayResult;
      readonly unread: readonly UnreadRow[];
      readonly skipped: readonly SkippedRow[];
      readonly drawn: DrawnOdds;
    })
  | { readonly step: 'shared'; readonly view: ReplayView }
  | { readonly step: 'bad-link'; readonly reason: 'damaged' | 'other-rules' };

export type FillReplaySettings = {
  readonly offers: readonly SoldOffer[];
  readonly rulesVersion: string;
  readonly preferred: string;
};

/** How a link names the account whose fills are replayed. */
export const ownAccountFragment = '#account=';

async function fetchFills(accountId: string) {
  const { fillsFile } = await import('#shared/accounts/contract-fills.ts');
  return fetchText(fillsFile, { query: { accountId } });
}

/** The fragment of a link to a view; undefined if the view is too long for a link. */
async function share(view: ReplayView): Promise<string | undefined> {
  const { writeSharedReplay } = await import('#shared/replay/shared-replay.ts');
  return writeSharedReplay(view);
}

/** A file on this device, the questions about it, and its replay. Nothing leaves the page. */
export function createFillReplay({ offers, rulesVersion, preferred }: FillReplaySettings) {
  // The account that the page is about comes first.
  const sold = offers.toSorted((one, other) => Number(other.id === preferred) - Number(one.id === preferred));
  const $state = atom<FillReplayState>({ step: 'empty' });
  let chosen: (ChosenFile & { readonly file: Blob; readonly options: ReadOptions }) | undefined;
  let ownAccount: string | undefined;
  let cancelWork: (() => void) | undefined;

  function run(next: ChosenFile & { readonly file: Blob; readonly options: ReadOptions }): void {
    cancelWork?.();
    chosen = next;
    const { fileName, isSample, file, options } = next;
    if (file.size > maxFileBytes) {
      $state.set({ step: 'failed', fileName, isSample, reason: 'too-large', unread: [] });
      return;
    }
    $state.set({ step: 'working', fileName, isSample, progress: { step: 'reading', rows: 0 } });
    cancelWork = startReplay({ file, request: { offers, rulesVersion, options }, sold }, (message) => {
      if (chosen === next) receive(next, message);
    });
  }

  function receive(
    { fileName, isSample, options }: ChosenFile & { options: ReadOptions },
    message: ReplayMessage,
  ): void {
    const file = { fileName, isSample };
    const state = $state.get();
    // The verdicts stay, even if the odds fail.
    if (state.step === 'done') {
      const odds = [...state.drawn.odds, ...(message.type === 'odds' ? [message.odds] : [])];
      $state.set({ ...state, drawn: { ...state.drawn, odds, areOddsOver: message.type !== 'odds' } });
    } else if (message.type === 'progress') $state.set({ step: 'working', ...file, progress: message.progress });
    else if (message.type === 'failed') $state.set({ step: 'failed', ...file, reason: 'interrupted', unread: [] });
    else if (message.type !== 'answer') return;
    else if (message.answer.status === 'question') {
      const { status: _, ...question } = message.answer;
      $state.set({ step: 'question', ...file, question, options });
    } else if (message.answer.status === 'unreadable') {
      const { reason, unread } = message.answer;
      $state.set({ step: 'failed', ...file, reason, unread });
    } else {
      const { result, unread, skipped, sample } = message.answer;
      const drawn = { sample, odds: [], areOddsOver: false };
      $state.set({ step: 'done', ...file, view: viewReplay(result, isSample), result, unread, skipped, drawn });
    }
  }

  return {
    $state,
    chooseFile(file: File): void {
      run({ fileName: file.name, isSample: false, file, options: {} });
    },
    chooseSample(): void {
      const { name, text, zone } = sampleFile();
      run({ fileName: name, isSample: true, file: new Blob([text]), options: { zone } });
    },
    /** Adds the answers to a question and reads the same file again. */
    answer(options: ReadOptions): void {
      if (chosen) run({ ...chosen, options: { ...chosen.options, ...options } });
    },
    /** Reads the chosen file or the linked account again from the start. */
    retry(): void {
      if (chosen) run({ ...chosen, options: chosen.isSample ? chosen.options : {} });
      else if (ownAccount !== undefined) void this.openAccount(ownAccount);
    },
    /** Replays the fills of the signed-in person's own account; others' accounts don't exist for them. */
    async openAccount(accountId: string): Promise<void> {
      ownAccount = accountId;
      const own = { fileName: 'fills.csv', isSample: false };
      const loading = { step: 'working', ...own, progress: { step: 'reading', rows: 0 } } as const;
      $state.set(loading);
      const read = await fetchFills(accountId);
      if ($state.get() !== loading) return;
      if (read.ok) run({ ...own, file: new Blob([read.content]), options: {} });
      else $state.set({ step: 'failed', ...own, reason: 'not-loaded', unread: [] });
    },
    startOver(): void {
      cancelWork?.();
      chosen = ownAccount = undefined;
      $state.set({ step: 'empty' });
    },
    share,
    /** Shows the view or replays the account that a link names. Ignores fragments of other kinds. */
    async openLink(fragment: string): Promise<void> {
      if (fragment.startsWith(ownAccountFragment)) return this.openAccount(fragment.slice(ownAccountFragment.length));
      if (!fragment.startsWith('#replay=')) return;
      const { readSharedReplay } = await import('#shared/replay/shared-replay.ts');
      const view = readSharedReplay(fragment, offers);
      cancelWork?.();
      chosen = undefined;
      if (view === undefined) $state.set({ step: 'bad-link', reason: 'damaged' });
      else if (view.rulesVersion !== rulesVersion) $state.set({ step: 'bad-link', reason: 'other-rules' });
      else $state.set({ step: 'shared', view });
    },
    saveResult(result: ReplayResult): void {
      saveFile('tidemark-replay.json', new Blob([writeResult(result)], { type: 'application/json' }));
    },
  };
}

export type FillReplay = ReturnType<typeof createFillReplay>;
