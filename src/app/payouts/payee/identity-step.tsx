import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { formatDateTime } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import { decidedDocumentDays, requiredDocuments } from '#shared/payouts/payees/documents.ts';
import type { IdentityStatus } from '#shared/payouts/payees/identity-check.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { $identityBusy, startIdentity, startWithoutFace, submitIdentity } from '../stores/payee.ts';
import { DocumentFields } from './document-fields.tsx';
import { Step } from './step.tsx';
import { type PayeeTexts, type StepProps, useTexts } from './texts.ts';

const tones = { approved: 'success', declined: 'danger', retry: 'danger', expired: 'neutral' } as const;

function statusText(status: IdentityStatus | null, strings: PayeeTexts['strings']): string {
  if (status === 'approved') return strings.status_done;
  if (status === 'review') return strings.status_review;
  return status === 'declined' || status === 'retry' ? strings.status_problem : strings.status_open;
}

/** The identity check: start it, add documents or go to the provider, and see the outcome. */
export function IdentityStep(props: StepProps) {
  const { strings } = useTexts();
  const { payee } = props;
  const { status } = payee.identity;
  const tone = status !== null && status in tones ? tones[status as keyof typeof tones] : 'neutral';
  return (
    <Step id="identity" title={strings.identity_title} status={statusText(status, strings)} tone={tone}>
      <p className="muted">{strings.identity_text}</p>
      <Outcome {...props} />
    </Step>
  );
}

function Outcome(props: StepProps): ReactNode {
  const { strings, t, locale } = useTexts();
  const { payee } = props;
  const { status, since, reason, verifiedName } = payee.identity;
  const busy = useStore($identityBusy);
  const cause = reason === null ? null : strings[`identity_reason_${reason}`];
  switch (status) {
    case 'approved':
      return <p>{t('identity_approved', { name: verifiedName ?? '' })}</p>;
    case 'review':
      return (
        <p role="status">
          {t('identity_review', { date: formatDateTime(since ?? 0, locale, { dateStyle: 'medium' }) })}
        </p>
      );
    case 'declined':
      return (
        <Alert
          kind="error"
          title={strings.identity_declined}
          actions={<Button label={strings.identity_contact} variant="outline" href={pathTo('contact', {}, locale)} />}
        >
          {cause}
        </Alert>
      );
    case 'started':
      return <Running {...props} />;
    case 'retry':
    case 'expired':
    case null:
      return (
        <>
          {status !== null && (
            <Alert kind="warning" title={status === 'retry' ? strings.identity_retry : strings.identity_expired}>
              {cause}
            </Alert>
          )}
          {payee.identity.provider !== 'documents' && <FaceComparison />}
          <Button
            label={status === null ? strings.identity_start : strings.identity_restart}
            busy={busy}
            onClick={startIdentity}
          />
        </>
      );
  }
}

/** What the provider does with a face and how long it keeps it, which starting agrees to, and the way without. */
function FaceComparison() {
  const { strings, locale } = useTexts();
  const busy = useStore($identityBusy);
  return (
    <>
      <p>
        {strings.identity_face} <a href={pathTo('privacyPolicy', {}, locale)}>{strings.identity_privacy}</a>
      </p>
      <Button label={strings.identity_without_face} variant="outline" busy={busy} onClick={startWithoutFace} />
    </>
  );
}

function Running(props: StepProps) {
  const { strings, t } = useTexts();
  const { payee } = props;
  const { provider, documents, reason } = payee.identity;
  const busy = useStore($identityBusy);
  if (provider !== 'documents') {
    return (
      <>
        <p>{strings.identity_provider}</p>
        <FaceComparison />
        <Button label={strings.identity_continue} busy={busy} onClick={startIdentity} />
      </>
    );
  }
  const isComplete = requiredDocuments.every((purpose) => documents.some((each) => each.purpose === purpose));
  return (
    <>
      {reason !== null && (
        <Alert kind="warning" title={strings.identity_retry}>
          {strings[`identity_reason_${reason}`]}
        </Alert>
      )}
      <p>{t('documents_text', { days: decidedDocumentDays })}</p>
      <DocumentFields {...props} />
      <Button
        label={strings.documents_submit}
        busy={busy}
        disabledReason={isComplete ? undefined : strings.documents_missing}
        onClick={submitIdentity}
      />
    </>
  );
}
