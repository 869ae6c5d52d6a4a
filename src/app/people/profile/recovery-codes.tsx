import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showEmail } from '#lib/show-email.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { $recoveryCodes, downloadRecoveryCodes, forgetRecoveryCodes } from '../stores/security.ts';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

/** Shows the recovery codes once, with every way to save them, until their owner confirms that they are saved. */
export function RecoveryCodes({ user }: Pick<CardProps, 'user'>) {
  const { strings } = useTexts();
  const codes = useStore($recoveryCodes);
  const [copied, setCopied] = useState<boolean | null>(null);
  if (codes === null) return null;
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Alert
      kind="warning"
      role="status"
      title={strings.codes_title}
      data-print="only"
      actions={
        <>
          <Button variant="outline" size="small" onClick={copy}>
            {strings.codes_copy}
          </Button>
          <Button variant="outline" size="small" onClick={() => downloadRecoveryCodes(user.email)}>
            {strings.codes_download}
          </Button>
          <Button variant="outline" size="small" onClick={() => globalThis.print()}>
            {strings.codes_print}
          </Button>
          <Button size="small" onClick={forgetRecoveryCodes}>
            {strings.codes_saved}
          </Button>
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
        {copied === true && strings.codes_copied}
        {copied === false && strings.codes_copy_failed}
      </p>
    </Alert>
  );
}
