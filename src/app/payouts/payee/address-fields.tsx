import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $countries, loadCountries } from '#app/shell/stores/countries.ts';
import type { FieldProps } from '#app/shell/use-form.ts';
import type { AddressField } from '#shared/payouts/payees/address.ts';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './payee.module.css';
import { useTexts } from './texts.ts';

type AddressFieldsProps = {
  readonly legend: string;
  readonly field: (name: AddressField) => FieldProps;
};

/** A payee's address, for a destination or a tax form. */
export function AddressFields({ legend, field }: AddressFieldsProps) {
  const { strings } = useTexts();
  const country = field('country');
  const countryOptions = useCountryOptions(country.value);
  useEffect(() => void loadCountries(), []);
  const labeled = (name: AddressField) => ({ ...field(name), label: strings[`field_${name}`] });
  return (
    <fieldset className={`stack gap-5 ${styles.group}`}>
      <legend className={styles.legend}>{legend}</legend>
      <TextInput {...labeled('street')} autoComplete="street-address" />
      <div className="halves">
        <TextInput {...labeled('post_code')} autoComplete="postal-code" />
        <TextInput {...labeled('city')} autoComplete="address-level2" />
      </div>
      {country.value === 'US' && <TextInput {...labeled('state')} autoComplete="address-level1" maxLength={2} />}
      <Select {...labeled('country')} autoComplete="country" options={countryOptions} />
    </fieldset>
  );
}

/** All countries. Until `AddressFields` has loaded the list, the current country must still appear as selected. */
export function useCountryOptions(current: string): readonly { readonly value: string; readonly label: string }[] {
  const countries = useStore($countries);
  if (countries.length === 0) return [{ value: current, label: current }];
  return countries.map(({ code, name }) => ({ value: code, label: name }));
}
