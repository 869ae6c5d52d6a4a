import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { pictureTypes } from '../../contract/profile.ts';
import { defaultLocale, getLocaleName, locales } from '../../i18n/locales.ts';
import { $countries, loadCountries } from '../../stores/identity.ts';
import { createProfileForm } from '../../stores/profile.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { PictureField } from './picture-field.tsx';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

export function DetailsCard({ user }: CardProps) {
  const { strings } = useTexts();
  const [form] = useState(() => createProfileForm(user));
  const { values, errors, busy } = useStore(form.$form);
  const countries = useStore($countries);
  useEffect(() => void loadCountries(), []);
  const text = (field: 'first_name' | 'last_name') => ({
    label: strings[field],
    name: field,
    value: values[field],
    error: errors[field]?.[0],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
  });
  // Until the list has loaded, the current country must still appear as selected.
  const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));
  const options = countryOptions.length > 0 ? countryOptions : [{ value: values.country, label: values.country }];
  return (
    <Card as="section" title={strings.details_title}>
      <Form className={styles.form} onSubmit={form.submit}>
        <PictureField
          {...{ user }}
          accept={pictureTypes.join(',')}
          chosen={values.picture}
          removed={values.remove_picture === 1}
          error={errors.picture?.[0]}
          onChoose={(file) => {
            form.set('picture', file);
            form.set('remove_picture', 0);
          }}
          onRemove={() => {
            form.set('picture', undefined);
            form.set('remove_picture', 1);
          }}
        />
        <div className={styles.pair}>
          <TextInput {...text('first_name')} autoComplete="given-name" />
          <TextInput {...text('last_name')} autoComplete="family-name" />
        </div>
        <Select
          label={strings.country}
          name="country"
          autoComplete="country"
          value={values.country}
          error={errors.country?.[0]}
          options={options}
          onChange={(event) => form.set('country', event.target.value)}
        />
        <Select
          label={strings.language}
          name="language"
          value={values.language ?? defaultLocale}
          options={locales.map((code) => ({ value: code, label: getLocaleName(code) }))}
          onChange={(event) =>
            form.set(
              'language',
              locales.find((code) => code === event.target.value),
            )
          }
        />
        <Select
          label={strings.time_zone}
          hint={strings.time_zone_hint}
          name="time_zone"
          value={values.time_zone ?? ''}
          error={errors.time_zone?.[0]}
          options={[
            { value: '', label: strings.time_zone_browser },
            ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
          onChange={(event) => form.set('time_zone', event.target.value)}
        />
        <div>
          <Button type="submit" busy={busy}>
            {strings.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
