import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { requiredTaxForm, usTinTypes } from '../../domain/payee/tax-form.ts';
import { $countries, loadCountries } from '../../stores/identity.ts';
import { createTaxForm } from '../../stores/payee-duties.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './payee.module.css';
import { useTexts } from './texts.ts';
import type { StepProps } from './types.ts';

type TaxFormStore = ReturnType<typeof createTaxForm>;
type Values = ReturnType<TaxFormStore['$form']['get']>['values'];
type TextField = Exclude<keyof Values, 'us_person' | 'no_tin' | 'certify'>;

/** The fields of a W-9 or a W-8BEN, the certification and the typed signature. */
export function TaxFormFields({ user, onDone }: StepProps & { readonly onDone: () => void }) {
  const { strings } = useTexts();
  const [form] = useState(() => createTaxForm({ name: `${user.first_name} ${user.last_name}`, country: user.country }));
  const { values, errors, busy } = useStore(form.$form);
  const countries = useStore($countries);
  useEffect(() => void loadCountries(), []);
  const kind = requiredTaxForm(user.country, values.us_person === 1);
  const isUs = kind === 'w-9';
  const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));
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
  const country = (field: 'country' | 'citizenship') => ({
    ...text(field, strings[`field_${field}`]),
    // Until the list has loaded, the current country must still appear as selected.
    options: countryOptions.length > 0 ? countryOptions : [{ value: values[field] ?? '', label: values[field] ?? '' }],
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
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{strings.tax_address_legend}</legend>
        <TextInput {...text('street', strings.field_street)} autoComplete="street-address" />
        <div className={styles.pair}>
          <TextInput {...text('post_code', strings.field_post_code)} autoComplete="postal-code" />
          <TextInput {...text('city', strings.field_city)} autoComplete="address-level2" />
        </div>
        {values.country === 'US' && (
          <TextInput {...text('state', strings.field_state)} autoComplete="address-level1" maxLength={2} />
        )}
        <Select {...country('country')} autoComplete="country" />
      </fieldset>
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
            <Select {...country('citizenship')} />
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
