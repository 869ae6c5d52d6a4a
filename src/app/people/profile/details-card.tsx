import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $countries, asksPostalCode, loadCountries } from '#app/shell/stores/countries.ts';
import { useForm } from '#app/shell/use-form.ts';
import { defaultLocale, getLocaleName, locales } from '#i18n/locales.ts';
import { initialOf, isLatin } from '#lib/person-name.ts';
import { listTimeZones } from '#lib/user-time-zone.ts';
import {
  type ProfileField,
  type ProfileFieldName,
  profileFieldNames,
  profileFields,
} from '#shared/core/profile-fields.ts';
import { pictureTypes } from '#shared/people/contract-profile.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import { Form } from '#ui/form.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { $picture, createProfileForm, loadPicture } from '../stores/profile.ts';
import styles from './profile.module.css';
import { type CardProps, useTexts } from './texts.ts';

const textFields = profileFieldNames.filter((name) => profileFields[name].control === 'text');

export function DetailsCard({ user }: CardProps) {
  const { strings } = useTexts();
  const [form] = useState(() => createProfileForm(user));
  const { values, errors, busy, field } = useForm(form);
  const countries = useStore($countries);
  useEffect(() => void loadCountries(), []);
  const hints: Partial<Record<ProfileFieldName, string>> = {
    ...{ last_name: strings.last_name_hint, latin_name: strings.latin_name_hint },
  };
  const propsOf = (name: ProfileFieldName) => {
    const { autoComplete }: ProfileField = profileFields[name];
    return { ...field(name), label: strings[name], autoComplete };
  };
  // Until the list has loaded, the current country must still appear as selected.
  const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));
  const options = countryOptions.length > 0 ? countryOptions : [{ value: values.country, label: values.country }];
  return (
    <Card as="section" id="details" title={strings.details_title}>
      <Form className={styles.form} onSubmit={form.submit}>
        <PictureField
          user={user}
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
        <div className="halves">
          {textFields
            .filter((name) => name !== 'latin_name' || !isLatin(values.first_name + values.last_name))
            .map((name) => (
              <TextInput key={name} {...propsOf(name)} hint={hints[name]} />
            ))}
        </div>
        <Select {...propsOf('country')} options={options} hint={strings.country_note} />
        {asksPostalCode(countries, values.country) && (
          <TextInput {...propsOf('postal_code')} hint={strings.postal_code_hint} />
        )}
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
          {...propsOf('time_zone')}
          hint={strings.time_zone_hint}
          options={[
            { value: '', label: strings.time_zone_browser },
            ...listTimeZones(values.time_zone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
        />
        <div>
          <Button label={strings.save} type="submit" busy={busy} />
        </div>
      </Form>
    </Card>
  );
}

type PictureFieldProps = CardProps & {
  readonly accept: string;
  readonly chosen: File | undefined;
  readonly removed: boolean;
  readonly error: string | undefined;
  readonly onChoose: (file: File | undefined) => void;
  readonly onRemove: () => void;
};

/** The current picture, or the new one before it is saved. */
function PictureField({ user, accept, chosen, removed, error, onChoose, onRemove }: PictureFieldProps) {
  const { strings } = useTexts();
  const stored = useStore($picture);
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => void loadPicture(user.picture), [user.picture]);
  useEffect(() => {
    if (!chosen) return;
    const url = URL.createObjectURL(chosen);
    setPreview(url);
    return () => {
      setPreview(null);
      URL.revokeObjectURL(url);
    };
  }, [chosen]);
  const shown = preview ?? (removed ? null : stored);
  return (
    <div className={`stack gap-5 ${styles.picture}`}>
      {shown ? (
        <img className={styles.face} src={shown} alt={strings.picture_alt} width={80} height={80} />
      ) : (
        <span className={classNames(styles.face, styles.initials)} aria-hidden="true">
          {initialOf(user.first_name)}
          {initialOf(user.last_name)}
        </span>
      )}
      <div className={styles.stack}>
        <TextInput
          type="file"
          label={strings.picture}
          hint={strings.picture_hint}
          name="picture"
          accept={accept}
          error={error}
          onChange={(event) => onChoose(event.target.files?.[0])}
        />
        {shown && <Button label={strings.picture_remove} variant="quiet" size="small" onClick={onRemove} />}
      </div>
    </div>
  );
}
