import { useState } from 'react';
import { formatDateTime } from '#lib/format-date-time.ts';
import { formatDay } from '#lib/format-day.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { downloadTaxForm } from '../stores/payee-forms.ts';
import { Step } from './step.tsx';
import { TaxFormFields } from './tax-form-fields.tsx';
import { type StepProps, useTexts } from './texts.ts';

/** The W-9 or W-8BEN: the signed form, and the form to sign a new one. */
export function TaxFormStep(props: StepProps) {
  const { strings, t, locale } = useTexts();
  const { payee } = props;
  const { signed } = payee.taxForm;
  const [isOpen, setOpen] = useState(false);
  const isDone = !payee.missing.some(({ name }) => name === 'tax-form');
  return (
    <Step
      id="tax-form"
      title={strings.tax_title}
      status={isDone ? strings.status_done : strings.status_open}
      tone={isDone ? 'success' : 'neutral'}
    >
      <p className="muted">{strings.tax_text}</p>
      {signed && (
        <>
          <p>
            {t('tax_signed', {
              form: strings[`tax_${signed.kind}`],
              name: signed.signedName,
              time: formatDateTime(signed.signedAt, locale, { dateStyle: 'medium' }),
            })}{' '}
            {signed.validUntil !== null &&
              // One millisecond before the end, because the end itself is in the next year.
              t('tax_until', {
                date: formatDay(signed.validUntil - 1, locale, 'medium'),
              })}
          </p>
          {signed.tinMasked !== null && <p className="muted">{t('tax_tin', { tin: signed.tinMasked })}</p>}
          <Button label={strings.agreement_download} variant="outline" size="small" onClick={downloadTaxForm} />
        </>
      )}
      {signed && !isDone && <Alert kind="warning">{strings.tax_expired}</Alert>}
      {isDone && !isOpen ? (
        <Button label={strings.tax_again} variant="outline" size="small" onClick={() => setOpen(true)} />
      ) : (
        <TaxFormFields {...props} onDone={() => setOpen(false)} />
      )}
    </Step>
  );
}
