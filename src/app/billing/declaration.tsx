import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { useForm } from '#app/shell/use-form.ts';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { Acknowledgment } from './acknowledgment.tsx';
import styles from './billing.module.css';
import { CancellationForm } from './cancellation-form.tsx';
import { StatementFields } from './statement-fields.tsx';
import { $declared, type DeclarationKind, withdrawalForm as form } from './stores/billing.ts';
import { type BillingProps, type Contact, defineIsland, useTexts } from './texts.ts';

const routes = { withdrawal: 'contractCancellation', cancellation: 'subscriptionCancellation' } as const;

type DeclarationProps = {
  readonly kind: DeclarationKind;
  /** Where proof of a reason is sent. */
  readonly contact: Contact;
};

export const DeclarationIsland = defineIsland({
  route: ({ kind }: BillingProps & DeclarationProps) => routes[kind],
  screen: HydratedDeclaration,
});

/** Rendered only after hydration, because earlier input would be lost. */
function HydratedDeclaration({ kind, contact }: DeclarationProps) {
  const { strings } = useTexts();
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!isReady) return <LoadingScreen label={strings.loading} />;
  return kind === 'withdrawal' ? <WithdrawalForm /> : <CancellationForm contact={contact} />;
}

/** Two steps, as the law requires: write the statement, then confirm it with an explicit button. */
function WithdrawalForm() {
  const { strings, t, locale } = useTexts();
  const { values, errors, busy, field } = useForm(form);
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
  const statement = t('withdrawal_statement', { name: values.name, order: values.order });
  if (declared !== null)
    return <Acknowledgment {...declared} kind="withdrawal" statement={statement} email={values.email} />;
  return (
    <form className={`container stack ${styles.narrow}`} onSubmit={next}>
      <h1 className="breakable">{strings.withdrawal_title}</h1>
      <p>
        {strings.withdrawal_lead} <a href={pathTo('terms', {}, locale)}>{strings.withdrawal_terms}</a>
      </p>
      {isConfirming ? (
        <>
          <p>{statement}</p>
          <DescriptionList items={[{ term: strings.withdrawal_email, value: values.email }]} />
          {captchaError && <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />}
        </>
      ) : (
        <StatementFields field={field} />
      )}
      <div className="cluster">
        <Button label={isConfirming ? strings.withdrawal_confirm : strings.withdrawal_here} type="submit" busy={busy} />
        {isConfirming && (
          <Button label={strings.withdrawal_change} variant="outline" onClick={() => setSecondStep(false)} />
        )}
      </div>
    </form>
  );
}
