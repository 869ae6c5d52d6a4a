import { useStore } from '@nanostores/react';
import { isTraded } from '#shared/accounts/lifecycle.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { momentOf } from '../both-times.ts';
import { $details, $resumingMarketData, resumeMarketData } from '../stores/details.ts';
import { type CardProps, useTexts } from '../texts.ts';

export function InactivityAlert({ account }: CardProps) {
  const texts = useTexts();
  const { strings, t } = texts;
  const { data: shown } = useStore($details);
  const resuming = useStore($resumingMarketData);
  const inactivity = shown?.accountId === account.id ? shown.inactivity : null;
  if (inactivity === null || !isTraded(account.stage)) return null;
  const { since, pauseAt, closeAt, isPaused } = inactivity;
  return (
    <Alert
      kind="warning"
      title={strings.inactivityAlert_title}
      role="status"
      actions={
        isPaused && (
          <Button
            label={strings.inactivityAlert_resume}
            variant="outline"
            size="small"
            busy={resuming === account.id}
            onClick={() => void resumeMarketData(account.id)}
          />
        )
      }
    >
      {t('inactivityAlert_since', momentOf(since, texts))} {isPaused && strings.inactivityAlert_paused}{' '}
      {pauseAt !== null && t('inactivityAlert_pause', momentOf(pauseAt, texts))}{' '}
      {closeAt !== null && t('inactivityAlert_close', momentOf(closeAt, texts))} {strings.inactivityAlert_next}
    </Alert>
  );
}
