import { useStore } from '@nanostores/react';
import { Button } from '#ui/button.tsx';
import { $push, turnPushOff, turnPushOn } from '../stores/alerts.ts';
import { useTexts } from '../texts.ts';
import styles from './alerts.module.css';

/** Turns alerts on or off in this browser, or says why it can't receive any. */
export function PushSwitch() {
  const { strings } = useTexts();
  const push = useStore($push);
  if (push === 'unsupported') return <p className="muted">{strings.push_unsupported}</p>;
  if (push === 'denied') return <p className="muted">{strings.push_denied}</p>;
  return (
    <div className={`stack gap-2 ${styles.push}`}>
      {push === 'on' ? (
        <Button label={strings.push_off} variant="quiet" size="small" onClick={turnPushOff} />
      ) : (
        <Button label={strings.push_on} variant="outline" size="small" busy={push === 'busy'} onClick={turnPushOn} />
      )}
      <p role="status" className="muted">
        {push === 'on' && strings.push_is_on}
        {push === 'refused' && strings.push_refused}
      </p>
    </div>
  );
}
