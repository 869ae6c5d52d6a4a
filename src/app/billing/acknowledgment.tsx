import { formatMoment } from '#lib/format-date-time.ts';
import { Alert } from '#ui/alert.tsx';
import styles from './billing.module.css';
import type { DeclarationKind } from './stores/billing.ts';
import { useTexts } from './texts.ts';

type AcknowledgmentProps = {
  readonly kind: DeclarationKind;
  readonly receivedAt: number;
  readonly reference: string;
  readonly statement: string;
  readonly email: string;
};

/** What was declared, and when, for the person to keep: the email goes to an address that nobody has proven yet. */
export function Acknowledgment({ kind, receivedAt, reference, statement, email }: AcknowledgmentProps) {
  const { strings, t, locale } = useTexts();
  const received = t('withdrawal_done_text', { moment: formatMoment(receivedAt, locale), reference });
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${statement}\n${received}\n`)}`;
  return (
    <div className={`container stack ${styles.narrow}`}>
      <h1 className="breakable">{strings.withdrawal_done}</h1>
      <Alert kind="success" role="status">
        {received}
      </Alert>
      <p className={styles.statement}>{statement}</p>
      <p>{t(`${kind}_done_email`, { email })}</p>
      <a href={file} download={`${reference}.txt`}>
        {strings.withdrawal_save}
      </a>
    </div>
  );
}
