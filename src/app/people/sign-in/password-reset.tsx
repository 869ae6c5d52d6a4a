import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { readLinkSecret } from '#app/shell/stores/navigation.ts';
import { useForm } from '#app/shell/use-form.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { createResetForm } from '../stores/password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Screen } from './screen.tsx';
import styles from './sign-in.module.css';
import { defineIsland, useTexts } from './texts.ts';

export const PasswordResetIsland = defineIsland({ route: 'passwordReset', screen: PasswordReset });

function PasswordReset() {
  const { strings, locale } = useTexts();
  const [form] = useState(() => createResetForm(readLinkSecret('token')));
  const { busy, field } = useForm(form);
  const state = useStore(form.$state);
  useEffect(() => void form.check(), [form]);
  if (state === 'checking') return <LoadingScreen label={strings.reset_checking} />;
  if (state !== 'open') {
    const isDone = state === 'done';
    return (
      <div className={styles.screen}>
        <div className={`stack gap-3 ${styles.header}`}>
          <h1>{strings.reset_title}</h1>
        </div>
        <Alert
          kind={isDone ? 'success' : 'error'}
          role={isDone ? 'status' : 'alert'}
          title={isDone ? strings.reset_done_title : strings.reset_dead_title}
          actions={
            <Button
              label={isDone ? strings.sign_in_submit : strings.reset_again}
              href={pathTo(isDone ? 'signIn' : 'forgotPassword', {}, locale)}
            />
          }
        >
          {isDone ? strings.reset_done : strings.reset_dead}
        </Alert>
      </div>
    );
  }
  return (
    <Screen title={strings.reset_title} lead={strings.reset_lead} onSubmit={form.submit}>
      <NewPasswordFields field={field} />
      <Button label={strings.reset_submit} type="submit" busy={busy} wide />
    </Screen>
  );
}
