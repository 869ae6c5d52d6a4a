import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $countries, loadCountries } from '../../stores/identity.ts';
import type { createDestinationForm } from '../../stores/payee.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './payee.module.css';
import { useTexts } from './texts.ts';

type AddressFieldsProps = { readonly form: ReturnType<typeof createDestinationForm> };

/** The account holder's address, which banks require for transfers in dollars. */
export function AddressFields({ form }: AddressFieldsProps) {
  const { strings } = useTexts();
  const { values, errors } = useStore(form.$form);
  const countries = useStore($countries);
  useEffect(() => void loadCountries(), []);
  const country = values.country ?? '';
  const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));
  const text = (field: 'street' | 'city' | 'post_code' | 'state') => ({
    label: strings[`field_${field}`],
    name: field,
    value: values[field] ?? '',
    error: errors[field]?.[0],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
  });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{strings.address_legend}</legend>
      <TextInput {...text('street')} autoComplete="street-address" />
      <div className={styles.pair}>
        <TextInput {...text('post_code')} autoComplete="postal-code" />
        <TextInput {...text('city')} autoComplete="address-level2" />
      </div>
      {country === 'US' && <TextInput {...text('state')} autoComplete="address-level1" maxLength={2} />}
      <Select
        label={strings.field_country}
        name="country"
        autoComplete="country"
        value={country}
        error={errors.country?.[0]}
        // Until the list has loaded, the current country must still appear as selected.
        options={countryOptions.length > 0 ? countryOptions : [{ value: country, label: country }]}
        onChange={(event) => form.set('country', event.target.value)}
      />
    </fieldset>
  );
}
