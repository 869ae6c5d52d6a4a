import { useStore } from '@nanostores/react';
import { isTraded } from '../../domain/account/lifecycle.ts';
import { $details, $resumingMarketData, resumeMarketData } from '../../stores/account-details.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { momentOf } from './both-times.ts';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

/** What happens to an account that isn't traded, and when. */
export function IdleAlert({ account }: CardProps) {
  const texts = useTexts();
  const { strings, t } = texts;
  const shown = useStore($details);
  const resuming = useStore($resumingMarketData);
  const inactivity = shown?.accountId === account.id ? shown.inactivity : null;
  if (inactivity === null || !isTraded(account.stage)) return null;
  const { since, pauseAt, closeAt, isPaused } = inactivity;
  return (
    <Alert
      kind="warning"
      title={strings.idle_title}
      role="status"
      actions={
        isPaused && (
          <Button
            variant="outline"
            size="small"
            busy={resuming === account.id}
            onClick={() => void resumeMarketData(account.id)}
          >
            {strings.idle_resume}
          </Button>
        )
      }
    >
      {t('idle_since', momentOf(since, texts))} {isPaused && strings.idle_paused}{' '}
      {pauseAt !== null && t('idle_pause', momentOf(pauseAt, texts))}{' '}
      {closeAt !== null && t('idle_close', momentOf(closeAt, texts))} {strings.idle_next}
    </Alert>
  );
}
