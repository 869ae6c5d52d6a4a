import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { pathTo } from '../../routes.ts';
import { readLinkSecret } from '../../stores/navigation.ts';
import { createResetForm } from '../../stores/password.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { AppShell } from '../app-shell/app-shell.tsx';
import styles from './identity.module.css';
import { Screen } from './screen.tsx';
import { TextsProvider, useTexts } from './texts.ts';
import type { IdentityProps } from './types.ts';

export function PasswordResetIsland(props: IdentityProps) {
  return (
    <AppShell route="passwordReset" locale={props.locale} calls={props.calls}>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <PasswordReset />
      </TextsProvider>
    </AppShell>
  );
}

function PasswordReset() {
  const { strings, locale } = useTexts();
  const [form] = useState(() => createResetForm(readLinkSecret('token')));
  const { values, errors, busy } = useStore(form.$form);
  const state = useStore(form.$state);
  useEffect(() => void form.check(), [form]);
  if (state === 'checking') return <LoadingScreen label={strings.reset_checking} />;
  if (state !== 'open') {
    const isDone = state === 'done';
    return (
      <div className={styles.screen}>
        <div className={styles.header}>
          <h1>{strings.reset_title}</h1>
        </div>
        <Alert
          kind={isDone ? 'success' : 'error'}
          role={isDone ? 'status' : 'alert'}
          title={isDone ? strings.reset_done_title : strings.reset_dead_title}
          actions={
            <Button href={pathTo(isDone ? 'signIn' : 'forgotPassword', {}, locale)}>
              {isDone ? strings.sign_in_submit : strings.reset_again}
            </Button>
          }
        >
          {isDone ? strings.reset_done : strings.reset_dead}
        </Alert>
      </div>
    );
  }
  const secret = (field: 'password' | 'confirm_password') => ({
    label: strings[field],
    name: field,
    autoComplete: 'new-password' as const,
    showLabel: strings.show_password,
    hidePasswordLabel: strings.hide_password,
    value: values[field] ?? '',
    error: errors[field]?.[0],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
  });
  return (
    <Screen title={strings.reset_title} lead={strings.reset_lead} onSubmit={form.submit}>
      <PasswordInput {...secret('password')} hint={strings.password_hint} />
      <PasswordInput {...secret('confirm_password')} />
      <Button type="submit" busy={busy} wide>
        {strings.reset_submit}
      </Button>
    </Screen>
  );
}
