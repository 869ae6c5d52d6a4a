import { useStore } from '@nanostores/react';
import type { FormEvent } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { useForm } from '#app/shell/use-form.ts';
import { cancellationKinds, writeStatement } from '#shared/billing/cancellation-statement.ts';
import { Button } from '#ui/button.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { Acknowledgment } from './acknowledgment.tsx';
import styles from './billing.module.css';
import { StatementFields } from './statement-fields.tsx';
import { $declared, cancellationForm as form } from './stores/billing.ts';
import { type Contact, useTexts } from './texts.ts';

/** Stands for what isn't filled in yet. */
const gap = '…';

/**
 * One page with its final button from the start, as German courts ask, and above it the statement as it will be sent,
 * to check, as French law asks.
 */
export function CancellationForm({ contact }: { readonly contact: Contact }) {
  const { strings, t, locale } = useTexts();
  const { values, errors, busy, field } = useForm(form);
  const declared = useStore($declared);
  const { name, email, order, kind = 'ordinary', reason = '', endsOn = '' } = values;
  const write = (missing: string) =>
    writeStatement(t, { name: name || missing, order: order || missing, kind, reason, endsOn }, locale);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  if (declared !== null) {
    return <Acknowledgment {...declared} kind="cancellation" statement={write('')} email={email} />;
  }
  const choose = (value: string) => {
    form.set('kind', value === 'extraordinary' ? value : 'ordinary');
    if (value !== 'extraordinary') form.set('reason', '');
  };
  return (
    <form className={`container stack ${styles.narrow}`} onSubmit={submit}>
      <h1 className="breakable">{strings.cancellation_title}</h1>
      <p>{strings.cancellation_lead}</p>
      <StatementFields field={field} />
      <RadioCards
        legend={strings.cancellation_kind}
        name="kind"
        value={kind}
        onChange={choose}
        cards={cancellationKinds.map((value) => ({
          value,
          label: strings[`cancellation_kind_${value}`],
          detail: strings[`cancellation_kind_${value}_detail`],
        }))}
      />
      {kind === 'extraordinary' && (
        <TextArea
          label={strings.cancellation_reason}
          hint={t('cancellation_reason_hint', contact)}
          {...field('reason')}
          maxLength={2_000}
        />
      )}
      <TextInput
        label={strings.cancellation_date}
        hint={strings.cancellation_date_hint}
        {...field('endsOn')}
        type="date"
      />
      <section className={`stack gap-1 ${styles.summary}`} aria-labelledby="statement">
        <h2 id="statement">{strings.cancellation_summary}</h2>
        <p className={styles.statement}>{write(gap)}</p>
      </section>
      {errors['captcha'] && <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />}
      <div className="cluster">
        <Button label={strings.cancellation_here} type="submit" busy={busy} />
      </div>
    </form>
  );
}
