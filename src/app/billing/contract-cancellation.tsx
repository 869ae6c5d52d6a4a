import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { AppShell } from '#app/shell/app-shell.tsx';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { formatMoment } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './billing.module.css';
import { $declared, contractCancellationForm } from './stores/billing.ts';
import { TextsProvider, useTexts } from './texts.ts';
import type { BillingProps } from './types.ts';

export function ContractCancellationIsland(props: BillingProps) {
  return (
    <AppShell route="contractCancellation" locale={props.locale} calls={props.calls}>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <HydratedCancellation />
      </TextsProvider>
    </AppShell>
  );
}

/** Rendered only after hydration, because earlier input would be lost. */
function HydratedCancellation() {
  const { strings } = useTexts();
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return isReady ? <CancellationForm /> : <LoadingScreen label={strings.loading} />;
}

/** Two steps, as the law requires: write the statement, then confirm it with an explicit button. */
function CancellationForm() {
  const { strings, t, locale } = useTexts();
  const { values, errors, busy } = useStore(contractCancellationForm.$form);
  const declared = useStore($declared);
  const [isSecondStep, setSecondStep] = useState(false);
  const { captcha: captchaError, ...fieldErrors } = errors;
  const hasErrors = Object.keys(fieldErrors).length > 0;
  const isConfirming = isSecondStep && !hasErrors;
  const isComplete = values.name.trim() !== '' && values.email.trim() !== '' && values.order.trim() !== '';
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (!isConfirming) setSecondStep(isComplete);
    else void contractCancellationForm.submit();
  };
  const field = (name: 'name' | 'email' | 'order') => ({
    label: strings[`withdrawal_${name}`],
    name,
    value: values[name],
    error: errors[name]?.[0],
    required: true,
    onChange: (event: { target: { value: string } }) => contractCancellationForm.set(name, event.target.value),
  });
  if (declared !== null) return <Acknowledgment {...declared} values={values} />;
  return (
    <form className={`container ${styles.narrow}`} onSubmit={next}>
      <h1 className={styles.title}>{strings.withdrawal_title}</h1>
      <p>
        {strings.withdrawal_lead} <a href={pathTo('terms', {}, locale)}>{strings.withdrawal_terms}</a>
      </p>
      {isConfirming ? (
        <>
          <p>{t('withdrawal_statement', { name: values.name, order: values.order })}</p>
          <DescriptionList items={[{ term: strings.withdrawal_email, value: values.email }]} />
          {captchaError && (
            <FormCaptcha form={contractCancellationForm} label={strings.captcha_label} locale={locale} />
          )}
        </>
      ) : (
        <>
          <TextInput {...field('name')} autoComplete="name" />
          <TextInput {...field('email')} type="email" autoComplete="email" hint={strings.withdrawal_email_hint} />
          <TextInput {...field('order')} autoComplete="off" hint={strings.withdrawal_order_hint} />
        </>
      )}
      <div className="cluster">
        <Button type="submit" busy={busy}>
          {isConfirming ? strings.withdrawal_confirm : strings.withdrawal_here}
        </Button>
        {isConfirming && (
          <Button variant="outline" onClick={() => setSecondStep(false)}>
            {strings.withdrawal_change}
          </Button>
        )}
      </div>
    </form>
  );
}

type AcknowledgmentProps = {
  readonly receivedAt: number;
  readonly reference: string;
  readonly values: { readonly name: string; readonly email: string; readonly order: string };
};

/** What was declared, and when, for the person to keep: the email goes to an address that nobody has proven yet. */
function Acknowledgment({ receivedAt, reference, values }: AcknowledgmentProps) {
  const { strings, t, locale } = useTexts();
  const statement = t('withdrawal_statement', { name: values.name, order: values.order });
  const received = t('withdrawal_done_text', { moment: formatMoment(receivedAt, locale), reference });
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${statement}\n${received}\n`)}`;
  return (
    <div className={`container ${styles.narrow}`}>
      <h1 className={styles.title}>{strings.withdrawal_done}</h1>
      <Alert kind="success" role="status">
        {received}
      </Alert>
      <p>{statement}</p>
      <p>{t('withdrawal_done_email', { email: values.email })}</p>
      <a href={file} download={`${reference}.txt`}>
        {strings.withdrawal_save}
      </a>
    </div>
  );
}
