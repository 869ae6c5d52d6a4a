import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { fullName } from '#lib/person-name.ts';
import { requiredTaxForm, usTinTypes } from '#shared/payouts/payees/tax-form.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Form } from '#ui/form.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createTaxForm } from '../stores/payee-forms.ts';
import { AddressFields, useCountryOptions } from './address-fields.tsx';
import styles from './payee.module.css';
import { useTexts } from './texts.ts';
import type { StepProps } from './types.ts';

type TaxFormStore = ReturnType<typeof createTaxForm>;
type Values = ReturnType<TaxFormStore['$form']['get']>['values'];
type TextField = Exclude<keyof Values, 'us_person' | 'no_tin' | 'certify'>;

/** The fields of a W-9 or a W-8BEN, the certification and the typed signature. */
export function TaxFormFields({ user, onDone }: StepProps & { readonly onDone: () => void }) {
  const { strings } = useTexts();
  const [form] = useState(() => createTaxForm({ name: fullName(user), country: user.country }));
  const { values, errors, busy } = useStore(form.$form);
  const kind = requiredTaxForm(user.country, values.us_person === 1);
  const isUs = kind === 'w-9';
  const countryOptions = useCountryOptions(values.citizenship ?? '');
  const text = (field: TextField, label: string) => ({
    label,
    name: field,
    value: values[field] ?? '',
    error: errors[field]?.[0],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
  });
  const box = (field: 'us_person' | 'no_tin' | 'certify', label: string) => ({
    label,
    name: field,
    checked: values[field] === 1,
    error: errors[field]?.[0],
    onChange: (event: { target: { checked: boolean } }) => form.set(field, event.target.checked ? 1 : 0),
  });
  const submit = async () => {
    const before = form.$form.get().values;
    await form.submit();
    if (form.$form.get().values !== before) onDone();
  };
  return (
    <Form className={styles.form} aria-label={strings[`tax_${kind}`]} onSubmit={submit}>
      {user.country !== 'US' && <Checkbox {...box('us_person', strings.field_us_person)} />}
      <TextInput {...text('name', strings.field_name)} autoComplete="name" />
      <AddressFields legend={strings.tax_address_legend} values={values} errors={errors} onChange={form.set} />
      {isUs ? (
        <div className={styles.pair}>
          <Select
            {...text('tin_type', strings.field_tin_type)}
            options={usTinTypes.map((type) => ({ value: type, label: strings[`tin_${type}`] }))}
          />
          <TextInput {...text('tin', strings.field_tin_us)} autoComplete="off" />
        </div>
      ) : (
        <>
          <div className={styles.pair}>
            <Select {...text('citizenship', strings.field_citizenship)} options={countryOptions} />
            <TextInput {...text('date_of_birth', strings.field_date_of_birth)} type="date" autoComplete="bday" />
          </div>
          {values.no_tin !== 1 && <TextInput {...text('tin', strings.field_tin)} autoComplete="off" />}
          <Checkbox {...box('no_tin', strings.field_no_tin)} />
        </>
      )}
      <Checkbox {...box('certify', strings[`tax_certify_${kind}`])} />
      <TextInput {...text('signature', strings.field_signature)} autoComplete="off" />
      <div>
        <Button type="submit" busy={busy}>
          {strings.tax_sign}
        </Button>
      </div>
    </Form>
  );
}
