import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createEmailForms } from '../../stores/profile.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeInput } from '../../ui/code-input.tsx';
import { Form } from '../../ui/form.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

export function EmailCard({ user }: CardProps) {
  const { strings } = useTexts();
  const [{ ask, confirm, $sentTo }] = useState(createEmailForms);
  const asking = useStore(ask.$form);
  const confirming = useStore(confirm.$form);
  const sentTo = useStore($sentTo);
  const email = (address: string) => ({ email: <b className={styles.address}>{address}</b> });
  return (
    <Card as="section" title={strings.email_title}>
      <div className={styles.stack}>
        <p className="soft">
          <RichText text={strings.email_now} parts={email(user.email)} />
        </p>
        <Form className={styles.form} onSubmit={ask.submit}>
          <TextInput
            label={strings.email_new}
            name="email"
            type="email"
            autoComplete="email"
            value={asking.values.email}
            error={asking.errors.email?.[0]}
            onChange={(event) => ask.set('email', event.target.value)}
          />
          <div>
            <Button type="submit" variant="outline" busy={asking.busy}>
              {strings.email_submit}
            </Button>
          </div>
        </Form>
        {sentTo !== null && (
          <>
            <Alert kind="info" role="status">
              <RichText text={strings.email_sent} parts={email(sentTo)} />
            </Alert>
            <Form className={styles.form} onSubmit={confirm.submit}>
              <CodeInput
                label={strings.email_code}
                name="code"
                value={confirming.values.code}
                error={confirming.errors.code?.[0]}
                onChange={(event) => confirm.set('code', event.target.value)}
              />
              <div>
                <Button type="submit" variant="outline" busy={confirming.busy}>
                  {strings.email_confirm}
                </Button>
              </div>
            </Form>
          </>
        )}
      </div>
    </Card>
  );
}
