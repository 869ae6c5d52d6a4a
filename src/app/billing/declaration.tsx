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
import { type DeclarationKind, declarations } from './stores/billing.ts';
import { TextsProvider, useTexts } from './texts.ts';
import type { BillingProps } from './types.ts';

const routes = { withdrawal: 'contractCancellation', cancellation: 'subscriptionCancellation' } as const;

type DeclarationProps = { readonly kind: DeclarationKind };

export function DeclarationIsland({ kind, ...props }: BillingProps & DeclarationProps) {
  return (
    <AppShell route={routes[kind]} locale={props.locale} calls={props.calls}>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <HydratedDeclaration kind={kind} />
      </TextsProvider>
    </AppShell>
  );
}

/** Rendered only after hydration, because earlier input would be lost. */
function HydratedDeclaration({ kind }: DeclarationProps) {
  const { strings } = useTexts();
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return isReady ? <DeclarationForm kind={kind} /> : <LoadingScreen label={strings.loading} />;
}

/** Two steps, as the law requires: write the statement, then confirm it with an explicit button. */
function DeclarationForm({ kind }: DeclarationProps) {
  const { strings, t, locale } = useTexts();
  const { form, $declared } = declarations[kind];
  const { values, errors, busy } = useStore(form.$form);
  const declared = useStore($declared);
  const [isSecondStep, setSecondStep] = useState(false);
  const { captcha: captchaError, ...fieldErrors } = errors;
  const hasErrors = Object.keys(fieldErrors).length > 0;
  const isConfirming = isSecondStep && !hasErrors;
  const isComplete = values.name.trim() !== '' && values.email.trim() !== '' && values.order.trim() !== '';
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (!isConfirming) setSecondStep(isComplete);
    else void form.submit();
  };
  const field = (name: 'name' | 'email' | 'order') => ({
    label: strings[`withdrawal_${name}`],
    name,
    value: values[name],
    error: errors[name]?.[0],
    required: true,
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  });
  if (declared !== null) return <Acknowledgment {...declared} {...{ kind, values }} />;
  return (
    <form className={`container ${styles.narrow}`} onSubmit={next}>
      <h1 className={styles.title}>{strings[`${kind}_title`]}</h1>
      <p>
        {strings[`${kind}_lead`]}{' '}
        {kind === 'withdrawal' && <a href={pathTo('terms', {}, locale)}>{strings.withdrawal_terms}</a>}
      </p>
      {isConfirming ? (
        <>
          <p>{t(`${kind}_statement`, { name: values.name, order: values.order })}</p>
          <DescriptionList items={[{ term: strings.withdrawal_email, value: values.email }]} />
          {captchaError && <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />}
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
          {isConfirming ? strings[`${kind}_confirm`] : strings[`${kind}_here`]}
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

type AcknowledgmentProps = DeclarationProps & {
  readonly receivedAt: number;
  readonly reference: string;
  readonly values: { readonly name: string; readonly email: string; readonly order: string };
};

/** What was declared, and when, for the person to keep: the email goes to an address that nobody has proven yet. */
function Acknowledgment({ kind, receivedAt, reference, values }: AcknowledgmentProps) {
  const { strings, t, locale } = useTexts();
  const statement = t(`${kind}_statement`, { name: values.name, order: values.order });
  const received = t('withdrawal_done_text', { moment: formatMoment(receivedAt, locale), reference });
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${statement}\n${received}\n`)}`;
  return (
    <div className={`container ${styles.narrow}`}>
      <h1 className={styles.title}>{strings.withdrawal_done}</h1>
      <Alert kind="success" role="status">
        {received}
      </Alert>
      <p>{statement}</p>
      <p>{t(`${kind}_done_email`, { email: values.email })}</p>
      <a href={file} download={`${reference}.txt`}>
        {strings.withdrawal_save}
      </a>
    </div>
  );
}
