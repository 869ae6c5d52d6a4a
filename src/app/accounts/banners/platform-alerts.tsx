import { useStore } from '@nanostores/react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { momentOf } from '../both-times.ts';
import { $details } from '../stores/details.ts';
import { type CardProps, useTexts } from '../texts.ts';

export function PlatformAlerts({ account }: CardProps) {
  const texts = useTexts();
  const { strings, t } = texts;
  const { data } = useStore($details);
  const agreement = data?.accountId === account.id ? data.dataAgreement : null;
  const { lockPendingSince, isVerdictHeld } = account;
  return (
    <>
      {lockPendingSince !== null && (
        <Alert kind="warning" title={strings.lock_pending_title} role="status">
          {t('lock_pending_text', momentOf(lockPendingSince, texts))}
        </Alert>
      )}
      {isVerdictHeld && (
        <Alert kind="info" title={strings.held_title} role="status">
          {strings.held_text}
        </Alert>
      )}
      {agreement && agreement.status !== 'signed' && (
        <Alert
          kind="warning"
          title={strings.agreement_title}
          role="status"
          actions={
            agreement.url && (
              <Button
                label={strings.agreement_action}
                href={agreement.url}
                target="_blank"
                rel="noopener noreferrer"
                variant="outline"
                size="small"
              />
            )
          }
        >
          {strings[agreementTexts[agreement.status]]}
        </Alert>
      )}
    </>
  );
}

const agreementTexts = {
  unsigned: 'agreement_unsigned',
  'on-hold': 'agreement_hold',
  professional: 'agreement_professional',
} as const;
