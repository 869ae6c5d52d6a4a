import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { defineIsland } from '#app/shell/define-island.tsx';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { $countries, createRegisterForm, loadCountries } from '../stores/sign-in.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Screen } from './screen.tsx';
import styles from './sign-in.module.css';
import { TextsProvider, useTexts } from './texts.ts';

export const RegisterIsland = defineIsland({ route: 'register', texts: TextsProvider, screen: Register });

function Register() {
  const { strings, locale } = useTexts();
  const [form] = useState(createRegisterForm);
  const { values, errors, busy } = useStore(form.$form);
  const countries = useStore($countries);
  useEffect(() => void loadCountries(), []);
  const text = (field: 'first_name' | 'last_name' | 'email') => ({
    label: strings[field],
    name: field,
    value: values[field],
    error: errors[field]?.[0],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
  });
  return (
    <Screen
      title={strings.register_title}
      lead={strings.register_lead}
      onSubmit={form.submit}
      after={
        <RichText
          text={strings.register_has_account}
          parts={{ signIn: <a href={pathTo('signIn', {}, locale)}>{strings.sign_in_link}</a> }}
        />
      }
    >
      <div className={styles.pair}>
        <TextInput {...text('first_name')} autoComplete="given-name" />
        <TextInput {...text('last_name')} autoComplete="family-name" hint={strings.last_name_hint} />
      </div>
      <TextInput {...text('email')} type="email" autoComplete="email" />
      <NewPasswordFields {...{ values, errors }} onChange={form.set} />
      <Select
        label={strings.country}
        name="country"
        autoComplete="country"
        placeholder={strings.country_choose}
        value={values.country}
        error={errors.country?.[0]}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(event) => form.set('country', event.target.value)}
      />
      <Checkbox
        name="termsUse"
        checked={values.termsUse === 1}
        error={errors.termsUse?.[0]}
        label={
          <RichText
            text={strings.terms_label}
            parts={{
              terms: <a href={pathTo('terms', {}, locale)}>{strings.terms_link}</a>,
              privacy: <a href={pathTo('privacyPolicy', {}, locale)}>{strings.privacy_link}</a>,
            }}
          />
        }
        onChange={(event) => form.set('termsUse', event.target.checked ? 1 : 0)}
      />
      <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />
      <Button type="submit" busy={busy} wide>
        {strings.register_submit}
      </Button>
    </Screen>
  );
}
