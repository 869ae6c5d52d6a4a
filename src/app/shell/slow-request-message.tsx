import { useStore } from '@nanostores/react';
import type calls from '#locales/en/calls.json';
import { Button } from '#ui/button.tsx';
import styles from './slow-request-message.module.css';
import { $isSlow, stopWaiting } from './stores/slow-requests.ts';

type SlowRequestMessageProps = { readonly strings: Pick<typeof calls, 'slow_title' | 'slow_text' | 'slow_stop'> };

/** Says that the server is slow, and lets the person stop waiting; nothing typed is lost. */
export function SlowRequestMessage({ strings }: SlowRequestMessageProps) {
  const isSlow = useStore($isSlow, { ssr: 'initial' });
  return (
    <div className={styles.place} role="status">
      {isSlow && (
        <div className={`cluster between small ${styles.card}`}>
          <p>
            <strong>{strings.slow_title}</strong> {strings.slow_text}
          </p>
          <Button label={strings.slow_stop} variant="outline" size="small" onClick={stopWaiting} />
        </div>
      )}
    </div>
  );
}
