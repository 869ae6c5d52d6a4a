import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { $countries, loadCountries } from '#app/shell/stores/countries.ts';
import { keepForm } from '#app/shell/stores/saved-form.ts';
import { useForm } from '#app/shell/use-form.ts';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createRegisterForm } from '../stores/sign-in.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Screen } from './screen.tsx';
import { defineIsland, useTexts } from './texts.ts';

export const RegisterIsland = defineIsland({ route: 'register', screen: Register });

function Register() {
  const { strings, locale } = useTexts();
  const [form] = useState(createRegisterForm);
  const { busy, field, box } = useForm(form);
  const countries = useStore($countries);
  useEffect(() => void loadCountries(), []);
  useEffect(() => keepForm(form, ['first_name', 'last_name', 'email', 'country']), [form]);
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
      <div className="halves">
        <TextInput label={strings.first_name} {...field('first_name')} autoComplete="given-name" />
        <TextInput
          label={strings.last_name}
          {...field('last_name')}
          autoComplete="family-name"
          hint={strings.last_name_hint}
        />
      </div>
      <TextInput label={strings.email} {...field('email')} type="email" autoComplete="email" />
      <NewPasswordFields field={field} />
      <Select
        label={strings.country}
        {...field('country')}
        autoComplete="country"
        placeholder={strings.country_choose}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Checkbox
        {...box('termsUse')}
        label={
          <RichText
            text={strings.terms_label}
            parts={{
              terms: <a href={pathTo('terms', {}, locale)}>{strings.terms_link}</a>,
              privacy: <a href={pathTo('privacyPolicy', {}, locale)}>{strings.privacy_link}</a>,
            }}
          />
        }
      />
      <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />
      <Button label={strings.register_submit} type="submit" busy={busy} wide />
    </Screen>
  );
}
