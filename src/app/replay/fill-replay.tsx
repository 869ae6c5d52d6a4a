import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { IslandBoundary } from '#app/shell/island-boundary.tsx';
import type { Locale } from '#i18n/locales.ts';
import { maxFileBytes } from '#shared/replay/fill-file/fill-file.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { FileDrop } from './file-drop.tsx';
import styles from './fill-replay.module.css';
import { Question } from './question.tsx';
import { createFillReplay, type FillReplayState, type FillReplay as FillReplayStore } from './stores/fill-replay.ts';
import { type FillReplayProps, type FillReplayTexts, TextsProvider, useTexts } from './texts.ts';
import { UnreadRows } from './unread-rows.tsx';
import { Verdict } from './verdict.tsx';

/** Replays a person's own fills under the rules of every account on sale, on their device. */
export function FillReplayIsland({ offers, rulesVersion, ...props }: FillReplayProps) {
  const [replay] = useState(() => createFillReplay({ offers, rulesVersion, preferred: props.preferred }));
  const { step } = useStore(replay.$state);
  const [strings, setStrings] = useState<FillReplayTexts['strings'] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    loadStrings(props.locale).then(setStrings, () => setFailed(true));
  }, [props.locale]);
  useEffect(() => {
    // Retried at each step, because a failed connection may be back.
    if (strings === null && step) load();
  }, [strings, step, load]);
  return (
    <IslandBoundary>
      <TextsProvider strings={strings ?? (props.strings as FillReplayTexts['strings'])} locale={props.locale}>
        {hasFailed && step !== 'empty' && <StringsFailed onRetry={load} />}
        <FillReplay replay={replay} offers={offers} preferred={props.preferred} isReady={strings !== null} />
      </TextsProvider>
    </IslandBoundary>
  );
}

function StringsFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTexts();
  return (
    <RetryAlert action={t('retry')} onRetry={onRetry}>
      {t('stringsFailed')}
    </RetryAlert>
  );
}

type ScreenProps = Pick<FillReplayProps, 'offers' | 'preferred'> & {
  readonly replay: FillReplayStore;
  /** Whether all strings have loaded. Until then the file field stays, because its picker may be open. */
  readonly isReady: boolean;
};

const empty: FillReplayState = { step: 'empty' };

function FillReplay({ replay, offers, preferred, isReady }: ScreenProps) {
  const { t } = useTexts();
  const latest = useStore(replay.$state);
  const state = isReady ? latest : empty;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const open = () => void replay.openLink(location.hash);
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [replay]);
  const { step } = state;
  const lastStep = useRef(step);
  useEffect(() => {
    // The focused element has gone; a screen reader continues with what replaced it.
    if (lastStep.current !== step) container.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
    lastStep.current = step;
  }, [step]);
  return (
    <div ref={container} className={`stack ${styles.replay}`}>
      <p role="status" className="visually-hidden">
        {statusText(state, t)}
      </p>
      {state.step === 'empty' && <FileDrop replay={replay} />}
      {state.step === 'working' && <ProgressPanel state={state} onCancel={replay.startOver} />}
      {state.step === 'question' && <Question state={state} replay={replay} />}
      {state.step === 'failed' && (
        <>
          <Alert
            kind="error"
            tabIndex={-1}
            data-focus
            actions={
              <>
                <Button label={t('retry')} size="small" onClick={replay.retry} />
                <Button label={t('startOver')} size="small" variant="outline" onClick={replay.startOver} />
              </>
            }
          >
            {t(failures[state.reason], { name: state.fileName, megabytes: maxFileBytes / 1_000_000 })}
          </Alert>
          <UnreadRows rows={state.unread} count={state.unread.length} />
        </>
      )}
      {state.step === 'bad-link' && (
        <>
          <Alert kind="warning" tabIndex={-1} data-focus>
            {t(state.reason === 'damaged' ? 'linkDamaged' : 'linkOtherRules')}
          </Alert>
          <FileDrop replay={replay} />
        </>
      )}
      {state.step === 'shared' && <Verdict replay={replay} offers={offers} preferred={preferred} view={state.view} />}
      {state.step === 'done' && <Verdict replay={replay} offers={offers} preferred={preferred} {...state} />}
    </div>
  );
}

const failures = {
  'too-large': 'failed_too_large',
  empty: 'failed_empty',
  'not-text': 'failed_not_text',
  'no-fills': 'failed_no_fills',
  interrupted: 'failed_interrupted',
  'not-loaded': 'failed_not_loaded',
} as const;

/** Changes once per step; announcing each count would talk over everything else. */
function statusText(state: FillReplayState, t: ReturnType<typeof useTexts>['t']): string {
  if (state.step === 'working') return t('busyTitle', { name: state.fileName });
  if (state.step === 'done') return t(state.isSample ? 'sampleTitle' : 'doneTitle');
  return state.step === 'shared' ? t('sharedTitle') : '';
}

const files = import.meta.glob<FillReplayTexts['strings']>('/public/locales/*/fill-replay.json', { import: 'default' });

/** All strings of the area, which would make up a tenth of each page that has it. @throws if they can't be loaded */
async function loadStrings(locale: Locale): Promise<FillReplayTexts['strings']> {
  const load = files[`/public/locales/${locale}/fill-replay.json`];
  if (load === undefined) throw new Error(`no strings for ${locale}`);
  return load();
}

type ProgressPanelProps = {
  readonly state: Extract<FillReplayState, { step: 'working' }>;
  readonly onCancel: () => void;
};

/** The worker's progress. How long reading takes isn't known in advance. */
function ProgressPanel({ state: { fileName, progress }, onCancel }: ProgressPanelProps) {
  const { t } = useTexts();
  const isReading = progress.step === 'reading';
  return (
    <div className={`stack ${styles.box}`}>
      <Progress
        label={t('busyTitle', { name: fileName })}
        valueText={
          isReading
            ? t('busy_reading', { name: fileName, count: progress.rows })
            : t('busy_replaying', { done: progress.done + 1, count: progress.offers })
        }
        value={isReading ? 0 : progress.done}
        max={isReading ? 1 : progress.offers}
      />
      <div className={`cluster ${styles.actions}`}>
        <Button label={t('cancel')} variant="outline" size="small" data-focus onClick={onCancel} />
      </div>
    </div>
  );
}
