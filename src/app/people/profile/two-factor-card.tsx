import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CodeInput } from '#ui/code-input.tsx';
import { Form } from '#ui/form.tsx';
import { $passkeys } from '../stores/passkeys.ts';
import {
  $enrollment,
  createEnrollmentForm,
  type Enrollment,
  renewCodes,
  startEnrollment,
  turnOnWithPasskey,
  turnTwoFactorOff,
} from '../stores/security.ts';
import styles from './profile.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

export function TwoFactorCard({ user }: CardProps) {
  const { strings } = useTexts();
  const enrollment = useStore($enrollment);
  const { data } = useStore($passkeys);
  const isOn = user.two_factor === 1;
  const hasApp = data?.hasApp ?? isOn;
  const hasPasskey = data !== undefined && data.passkeys.length > 0;
  return (
    <Card as="section" id="two" title={strings.two_title}>
      <div className={styles.stack}>
        <p className="muted">{isOn ? (hasApp ? strings.two_on : strings.two_on_passkey) : strings.two_off}</p>
        <RecoveryCodes user={user} />
        {isOn && (
          <div className={styles.row}>
            {!hasApp && !enrollment && (
              <Button variant="outline" onClick={startEnrollment}>
                {strings.two_add_app}
              </Button>
            )}
            <Button variant="outline" onClick={renewCodes}>
              {strings.two_renew}
            </Button>
            <Button variant="danger" onClick={turnTwoFactorOff}>
              {strings.two_end}
            </Button>
          </div>
        )}
        {!isOn && !enrollment && (
          <div className={styles.row}>
            <Button variant="outline" onClick={startEnrollment}>
              {strings.two_start}
            </Button>
            {hasPasskey && (
              <Button variant="outline" onClick={turnOnWithPasskey}>
                {strings.two_start_passkey}
              </Button>
            )}
          </div>
        )}
        {enrollment && <Enroll enrollment={enrollment} />}
      </div>
    </Card>
  );
}

function Enroll({ enrollment }: { readonly enrollment: Enrollment }) {
  const { strings } = useTexts();
  const [form] = useState(createEnrollmentForm);
  const { busy, field } = useForm(form);
  const { size, path } = enrollment.qr;
  return (
    <>
      <p>{strings.two_scan}</p>
      <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={strings.two_qr}>
        <path d={path} fill="currentColor" shapeRendering="crispEdges" />
      </svg>
      <p>
        {strings.two_key} <span className={styles.key}>{enrollment.secret}</span>
      </p>
      <a href={enrollment.uri}>{strings.two_open}</a>
      <Form className={styles.form} onSubmit={form.submit}>
        <CodeInput label={strings.two_code} {...field('code')} />
        <div>
          <Button type="submit" variant="outline" busy={busy}>
            {strings.two_confirm}
          </Button>
        </div>
      </Form>
    </>
  );
}
