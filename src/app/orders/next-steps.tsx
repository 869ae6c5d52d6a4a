import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showEmail } from '#lib/show-email.ts';
import type calls from '#locales/en/calls.json';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmailInput } from '#ui/email-input.tsx';
import { Form } from '#ui/form.tsx';
import { RichText } from '#ui/rich-text.tsx';
import styles from './order-result.module.css';
import { createResendForm, type Order } from './stores/orders.ts';
import { useTexts } from './texts.ts';

type NextStepsProps = {
  readonly order: Order;
  readonly sessionId: string;
  readonly calls: typeof calls;
  readonly onCorrected: () => void;
};

/** What a guest does after buying: open the mail, choose a password, connect the platform. */
export function NextSteps({ order, sessionId, calls, onCorrected }: NextStepsProps) {
  const { strings, locale } = useTexts();
  const guide = <a href={pathTo('connectionGuide', {}, locale)}>{strings.step_guide}</a>;
  return (
    <Card as="section" title={strings.steps} padding="roomy">
      <ol className={`stack ${styles.steps}`}>
        <li>
          <p>
            <RichText
              text={strings.step_mail}
              parts={{ email: <b className="breakable">{showEmail(order.email)}</b> }}
            />
          </p>
          {order.isAddressOpen && <MailAddress {...{ order, sessionId, calls, onCorrected }} />}
        </li>
        <li>{strings.step_password}</li>
        {order.kind !== 'thor' && (
          <li>
            <RichText text={strings.step_platform} parts={{ guide }} />
          </li>
        )}
      </ol>
    </Card>
  );
}

function MailAddress({ order, sessionId, calls, onCorrected }: NextStepsProps) {
  const { strings } = useTexts();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [form] = useState(() =>
    createResendForm({
      orderId: order.orderId,
      sessionId,
      onSent: (email) => {
        setSentTo(email);
        setEditing(false);
        onCorrected();
      },
    }),
  );
  const { values, errors, busy } = useStore(form.$form);
  const edit = () => {
    form.set('email', order.email);
    setSentTo(null);
    setEditing(true);
  };
  const cancel = () => {
    form.reset();
    setEditing(false);
  };
  return (
    <Form className={`stack gap-3 ${styles.correction}`} onSubmit={form.submit}>
      {isEditing && (
        <EmailInput
          label={strings.correct_label}
          name="email"
          value={values.email ?? ''}
          error={errors.email?.[0]}
          suggestionText={calls.email_suggestion}
          onChange={(value) => form.set('email', value)}
        />
      )}
      <div className="cluster">
        <Button
          label={isEditing ? strings.correct_submit : strings.resend}
          type="submit"
          variant="outline"
          size="small"
          busy={busy}
        />
        {isEditing ? (
          <Button label={strings.correct_cancel} variant="quiet" size="small" onClick={cancel} />
        ) : (
          <Button label={strings.correct} variant="quiet" size="small" onClick={edit} />
        )}
      </div>
      <p role="status" className={`muted text-14 ${styles.sent}`}>
        {sentTo !== null && <RichText text={strings.resent} parts={{ email: <b>{showEmail(sentTo)}</b> }} />}
      </p>
    </Form>
  );
}
