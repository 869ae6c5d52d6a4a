import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createFillReplay, type FillReplayState } from '../../stores/fill-replay.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBoundary } from '../app-shell/error-boundary.tsx';
import { FileDrop } from './file-drop.tsx';
import styles from './fill-replay.module.css';
import { Question } from './question.tsx';
import { TextsProvider, useTexts } from './texts.ts';
import type { FillReplayProps } from './types.ts';
import { UnreadRows } from './unread-rows.tsx';
import { Verdict } from './verdict.tsx';
import { Working } from './working.tsx';

/** A person's own fills under the rules of every account on sale, on their device. */
export function FillReplayIsland(props: FillReplayProps) {
  return (
    <ErrorBoundary>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <FillReplay {...props} />
      </TextsProvider>
    </ErrorBoundary>
  );
}

function FillReplay({ offers, rulesVersion, preferred }: FillReplayProps) {
  const { t } = useTexts();
  const [replay] = useState(() => createFillReplay({ offers, rulesVersion }));
  const state = useStore(replay.$state);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const open = () => void replay.openLink(location.hash);
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [replay]);
  const { step } = state;
  const lastStep = useRef(step);
  useEffect(() => {
    // What was in focus has gone; a screen reader continues with what took its place.
    if (lastStep.current !== step) place.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
    lastStep.current = step;
  }, [step]);
  return (
    <div ref={place} className={styles.replay}>
      <p role="status" className="visually-hidden">
        {statusText(state, t)}
      </p>
      {state.step === 'empty' && <FileDrop replay={replay} />}
      {state.step === 'working' && <Working state={state} onCancel={replay.startOver} />}
      {state.step === 'question' && <Question state={state} replay={replay} />}
      {state.step === 'failed' && (
        <>
          <Alert
            kind="error"
            tabIndex={-1}
            data-focus
            actions={
              <>
                <Button size="small" onClick={replay.retry}>
                  {t('retry')}
                </Button>
                <Button size="small" variant="outline" onClick={replay.startOver}>
                  {t('startOver')}
                </Button>
              </>
            }
          >
            {t(failures[state.reason], { name: state.fileName })}
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
      {state.step === 'shared' && <Verdict {...{ replay, offers, preferred }} view={state.view} />}
      {state.step === 'done' && (
        <Verdict {...{ replay, offers, preferred }} view={state.view} result={state.result} unread={state.unread} />
      )}
    </div>
  );
}

const failures = {
  'too-large': 'failed_too_large',
  empty: 'failed_empty',
  'not-text': 'failed_not_text',
  'no-fills': 'failed_no_fills',
  interrupted: 'failed_interrupted',
} as const;

/** Said once per step; the counts between would talk over everything else. */
function statusText(state: FillReplayState, t: ReturnType<typeof useTexts>['t']): string {
  if (state.step === 'working') return t('busyTitle', { name: state.fileName });
  if (state.step === 'done') return t(state.isSample ? 'sampleTitle' : 'doneTitle');
  return state.step === 'shared' ? t('sharedTitle') : '';
}
