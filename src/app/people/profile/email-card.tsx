import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { showEmail } from '#lib/show-email.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CodeInput } from '#ui/code-input.tsx';
import { Form } from '#ui/form.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createEmailForms } from '../stores/profile.ts';
import styles from './profile.module.css';
import { type CardProps, useTexts } from './texts.ts';

export function EmailCard({ user }: CardProps) {
  const { strings } = useTexts();
  const [{ request, confirm, $sentTo }] = useState(createEmailForms);
  const requestState = useForm(request);
  const confirmState = useForm(confirm);
  const sentTo = useStore($sentTo);
  const email = (address: string) => ({ email: <b className={styles.address}>{showEmail(address)}</b> });
  return (
    <Card as="section" id="email" title={strings.email_title}>
      <div className={styles.stack}>
        <p className="muted">
          <RichText text={strings.email_now} parts={email(user.email)} />
        </p>
        <Form className={styles.form} onSubmit={request.submit}>
          <TextInput label={strings.email_new} {...requestState.field('email')} type="email" autoComplete="email" />
          <div>
            <Button label={strings.email_submit} type="submit" variant="outline" busy={requestState.busy} />
          </div>
        </Form>
        {sentTo !== null && (
          <>
            <Alert kind="info" role="status">
              <RichText text={strings.email_sent} parts={email(sentTo)} />
            </Alert>
            <Form className={styles.form} onSubmit={confirm.submit}>
              <CodeInput label={strings.email_code} {...confirmState.field('code')} />
              <div>
                <Button label={strings.email_confirm} type="submit" variant="outline" busy={confirmState.busy} />
              </div>
            </Form>
          </>
        )}
      </div>
    </Card>
  );
}
