import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { isTabSession } from '#app/shell/stores/session.ts';
import { useForm } from '#app/shell/use-form.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createSignInForm } from '../stores/sign-in.ts';
import { Screen } from './screen.tsx';
import { defineIsland, useTexts } from './texts.ts';

export const SignInIsland = defineIsland({ route: 'signIn', screen: SignIn });
/** The same screen where someone who is signed in may stay. */
export const LoginIsland = defineIsland({ route: 'login', screen: SignIn });

function SignIn() {
  const { strings, t, locale } = useTexts();
  const [form] = useState(createSignInForm);
  const { busy, field } = useForm(form);
  const needsCaptcha = useStore(form.$needsCaptcha);
  const needsCode = useStore(form.$needsCode);
  const isAsking = useStore(form.$isAsking);
  const attemptsLeft = useStore(form.$attemptsLeft);
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => setBlocked(isTabSession()), []);
  return (
    <Screen
      title={strings.sign_in_title}
      lead={strings.sign_in_lead}
      onSubmit={form.submit}
      after={
        <RichText
          text={strings.sign_in_no_account}
          parts={{ register: <a href={pathTo('register', {}, locale)}>{strings.register_link}</a> }}
        />
      }
    >
      {isBlocked && (
        <Alert kind="warning" role="status" title={strings.storage_blocked_title}>
          {strings.storage_blocked_text}
        </Alert>
      )}
      <TextInput label={strings.email} {...field('email')} type="email" autoComplete="username" />
      <PasswordInput
        label={strings.password}
        {...field('password')}
        autoComplete="current-password"
        showLabel={strings.show_password}
        hidePasswordLabel={strings.hide_password}
      />
      {needsCode && (
        <TextInput
          label={strings.second_code}
          hint={attemptsLeft === null ? strings.second_hint : t('attempts_left', { count: attemptsLeft })}
          {...field('code')}
          autoComplete="one-time-code"
          autoFocus
        />
      )}
      {needsCaptcha && <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />}
      <a href={pathTo('forgotPassword', {}, locale)}>{strings.forgot_link}</a>
      <Button label={strings.sign_in_submit} type="submit" busy={busy} wide />
      <Button
        label={needsCode ? strings.second_passkey : strings.sign_in_passkey}
        variant="outline"
        busy={isAsking}
        wide
        onClick={form.submitPasskey}
      />
    </Screen>
  );
}
