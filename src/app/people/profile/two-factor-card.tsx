import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { showEmail } from '#lib/show-email.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CodeInput } from '#ui/code-input.tsx';
import { Form } from '#ui/form.tsx';
import { $passkeys } from '../stores/passkeys.ts';
import {
  $enrollment,
  $recoveryCodes,
  createEnrollmentForm,
  downloadRecoveryCodes,
  type Enrollment,
  forgetRecoveryCodes,
  renewCodes,
  startEnrollment,
  turnOnWithPasskey,
  turnTwoFactorOff,
} from '../stores/security.ts';
import styles from './profile.module.css';
import { type CardProps, useTexts } from './texts.ts';
import { useCopy } from './use-copy.ts';

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
          <div className="cluster">
            {!hasApp && !enrollment && (
              <Button label={strings.two_add_app} variant="outline" onClick={startEnrollment} />
            )}
            <Button label={strings.two_renew} variant="outline" onClick={renewCodes} />
            <Button label={strings.two_end} variant="danger" onClick={turnTwoFactorOff} />
          </div>
        )}
        {!isOn && !enrollment && (
          <div className="cluster">
            <Button label={strings.two_start} variant="outline" onClick={startEnrollment} />
            {hasPasskey && <Button label={strings.two_start_passkey} variant="outline" onClick={turnOnWithPasskey} />}
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
        {strings.two_key} <span className={`tabular breakable ${styles.key}`}>{enrollment.secret}</span>
      </p>
      <a href={enrollment.uri}>{strings.two_open}</a>
      <Form className={styles.form} onSubmit={form.submit}>
        <CodeInput label={strings.two_code} {...field('code')} />
        <div>
          <Button label={strings.two_confirm} type="submit" variant="outline" busy={busy} />
        </div>
      </Form>
    </>
  );
}

/** Shows the recovery codes once, with every way to save them, until their owner confirms that they are saved. */
function RecoveryCodes({ user }: Pick<CardProps, 'user'>) {
  const { strings } = useTexts();
  const codes = useStore($recoveryCodes);
  const { isCopied, copy } = useCopy(codes?.join('\n') ?? '');
  if (codes === null) return null;
  return (
    <Alert
      kind="warning"
      role="status"
      title={strings.codes_title}
      data-print="only"
      actions={
        <>
          <Button label={strings.codes_copy} variant="outline" size="small" onClick={copy} />
          <Button
            label={strings.codes_download}
            variant="outline"
            size="small"
            onClick={() => downloadRecoveryCodes(user.email)}
          />
          <Button label={strings.codes_print} variant="outline" size="small" onClick={() => globalThis.print()} />
          <Button label={strings.codes_saved} size="small" onClick={forgetRecoveryCodes} />
        </>
      }
    >
      {strings.codes_text}
      <p className={styles.codesOwner}>{showEmail(user.email)}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status">
        {isCopied === true && strings.codes_copied}
        {isCopied === false && strings.codes_copy_failed}
      </p>
    </Alert>
  );
}
