import { useState } from 'react';
import type { IslandProps } from '#app/shell/define-island.tsx';
import { currentParams, readLinkSecret } from '#app/shell/stores/navigation.ts';
import { useForm } from '#app/shell/use-form.ts';
import { showEmail } from '#lib/show-email.ts';
import type identity from '#locales/en/identity.json';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { createPasswordSetForm } from '../stores/sign-in.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Screen } from './screen.tsx';
import styles from './sign-in.module.css';
import { defineIsland, useTexts } from './texts.ts';

export const PasswordSetIsland = defineIsland({ route: 'passwordSet', screen: PasswordSet });

function PasswordSet({ supportEmail }: IslandProps<typeof identity> & { readonly supportEmail: string }) {
  const { strings, locale } = useTexts();
  const [{ email = '' }] = useState(currentParams);
  const [form] = useState(() => createPasswordSetForm(email, readLinkSecret('code')));
  const { errors, busy, field } = useForm(form);
  const dead = errors.code?.[0];
  return (
    <Screen
      title={strings.set_title}
      lead={
        <RichText
          text={strings.set_lead}
          parts={{ email: <b className={`strong breakable ${styles.address}`}>{showEmail(email)}</b> }}
        />
      }
      onSubmit={form.submit}
    >
      {dead !== undefined && (
        <Alert kind="error" title={dead}>
          <RichText
            text={strings.set_dead}
            parts={{
              forgot: <a href={pathTo('forgotPassword', {}, locale)}>{strings.reset_again}</a>,
              email: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>,
            }}
          />
        </Alert>
      )}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <NewPasswordFields field={field} />
      <Button label={strings.set_submit} type="submit" busy={busy} wide />
    </Screen>
  );
}
