import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Form } from '#ui/form.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { $agreement, type AgreementText, createAgreementForm, downloadAgreement } from '../stores/payee-forms.ts';
import styles from './payee.module.css';
import { Step } from './step.tsx';
import { type StepProps, useTexts } from './texts.ts';

/** The funded-account agreement: read it, type your name, and keep a copy. */
export function AgreementStep(props: StepProps) {
  const { strings, t, locale } = useTexts();
  const { payee } = props;
  const { version, signed } = payee.agreement;
  const isDone = signed?.version === version;
  return (
    <Step
      id="agreement"
      title={strings.agreement_title}
      status={isDone ? strings.status_done : strings.status_open}
      tone={isDone ? 'success' : 'neutral'}
    >
      <p className="muted">{strings.agreement_text}</p>
      {signed && (
        <>
          <p>
            {t('agreement_signed', {
              version: signed.version,
              name: signed.signedName,
              time: formatDateTime(signed.signedAt, locale, { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </p>
          <Button label={strings.agreement_download} variant="outline" size="small" onClick={downloadAgreement} />
        </>
      )}
      {!isDone && signed && <Alert kind="warning">{strings.agreement_outdated}</Alert>}
      {!isDone && <UnsignedAgreement {...props} />}
    </Step>
  );
}

function UnsignedAgreement(props: StepProps) {
  const { strings } = useTexts();
  const state = useStore($agreement);
  useEffect(() => void $agreement.load(), []);
  if (state.status === 'loading') return <Skeleton shape="control" />;
  if (state.status === 'failed') return <Button label={strings.retry} onClick={() => void $agreement.load()} />;
  // A new text remounts the form: nobody signs what they haven't seen.
  return <SignatureForm key={state.data.sha256} {...props} agreement={state.data} />;
}

function SignatureForm({ agreement }: StepProps & { readonly agreement: AgreementText }) {
  const { strings } = useTexts();
  const [form] = useState(() => createAgreementForm(agreement.sha256));
  const { busy, field, box } = useForm(form);
  return (
    <Form className="stack gap-5" aria-label={strings.agreement_title} onSubmit={form.submit}>
      <details className={styles.agreement}>
        <summary>{strings.agreement_read}</summary>
        <section className={`stack gap-3 ${styles.text}`} aria-label={agreement.title}>
          <h3>{agreement.title}</h3>
          {agreement.blocks.map(({ kind, text }) =>
            kind === 'heading' ? <h4 key={text}>{text}</h4> : <p key={text}>{text}</p>,
          )}
        </section>
      </details>
      <Checkbox label={strings.agreement_accept} {...box('accept')} />
      <TextInput label={strings.field_signature} {...field('signature')} autoComplete="off" />
      <div>
        <Button label={strings.agreement_sign} type="submit" busy={busy} />
      </div>
    </Form>
  );
}
