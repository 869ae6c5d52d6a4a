import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import styles from './fill-replay.module.css';
import type { FillReplayState } from './stores/fill-replay.ts';
import { useTexts } from './texts.ts';

type ProgressPanelProps = {
  readonly state: Extract<FillReplayState, { step: 'working' }>;
  readonly onCancel: () => void;
};

/** The worker's progress. How long reading takes isn't known in advance. */
export function ProgressPanel({ state: { fileName, progress }, onCancel }: ProgressPanelProps) {
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
