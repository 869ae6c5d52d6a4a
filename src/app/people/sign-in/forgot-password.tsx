import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { showEmail } from '#lib/show-email.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createForgotForm } from '../stores/password.ts';
import { Screen } from './screen.tsx';
import styles from './sign-in.module.css';
import { defineIsland, useTexts } from './texts.ts';

export const ForgotPasswordIsland = defineIsland({ route: 'forgotPassword', screen: ForgotPassword });

function ForgotPassword() {
  const { strings, locale } = useTexts();
  const [form] = useState(createForgotForm);
  const { busy, field } = useForm(form);
  const sentTo = useStore(form.$sentTo);
  return (
    <Screen
      title={strings.forgot_title}
      lead={strings.forgot_lead}
      onSubmit={form.submit}
      after={
        <RichText
          text={strings.forgot_remembered}
          parts={{ signIn: <a href={pathTo('signIn', {}, locale)}>{strings.sign_in_link}</a> }}
        />
      }
    >
      {sentTo !== null && (
        <Alert kind="success" role="status" title={strings.forgot_sent_title}>
          <RichText
            text={strings.forgot_sent}
            parts={{ email: <b className={`strong breakable ${styles.address}`}>{showEmail(sentTo)}</b> }}
          />
        </Alert>
      )}
      <TextInput label={strings.email} {...field('email')} type="email" autoComplete="username" />
      <Button
        label={sentTo === null ? strings.forgot_submit : strings.forgot_again}
        type="submit"
        busy={busy}
        wide
        variant={sentTo === null ? 'filled' : 'outline'}
      />
    </Screen>
  );
}
