import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $countries, loadCountries } from '#app/people/stores/sign-in.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import type { AddressField, AddressForm } from '#shared/payouts/payees/address.ts';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './payee.module.css';
import { useTexts } from './texts.ts';

type AddressFieldsProps = {
  readonly legend: string;
  readonly values: AddressForm;
  readonly errors: ValidationErrors;
  readonly onChange: (field: AddressField, value: string) => void;
};

/** A payee's address, for a destination or a tax form. */
export function AddressFields({ legend, values, errors, onChange }: AddressFieldsProps) {
  const { strings } = useTexts();
  const countryOptions = useCountryOptions(values.country ?? '');
  useEffect(() => void loadCountries(), []);
  const field = (name: AddressField) => ({
    ...{ label: strings[`field_${name}`], name, value: values[name] ?? '', error: errors[name]?.[0] },
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <TextInput {...field('street')} autoComplete="street-address" />
      <div className={styles.pair}>
        <TextInput {...field('post_code')} autoComplete="postal-code" />
        <TextInput {...field('city')} autoComplete="address-level2" />
      </div>
      {values.country === 'US' && <TextInput {...field('state')} autoComplete="address-level1" maxLength={2} />}
      <Select {...field('country')} autoComplete="country" options={countryOptions} />
    </fieldset>
  );
}

/** All countries. Until `AddressFields` has loaded the list, the current country must still appear as selected. */
export function useCountryOptions(current: string): readonly { readonly value: string; readonly label: string }[] {
  const countries = useStore($countries);
  if (countries.length === 0) return [{ value: current, label: current }];
  return countries.map(({ code, name }) => ({ value: code, label: name }));
}
