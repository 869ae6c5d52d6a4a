import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $pending, loadPending } from '../../stores/billing.ts';
import { deleteAccount, exportData } from '../../stores/profile.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './profile.module.css';
import type { CardProps } from './types.ts';

export function DataCard({ strings }: CardProps) {
  const [asks, setAsks] = useState(false);
  const pending = useStore($pending);
  const running =
    pending.status === 'ready' ? pending.value.subscriptions.filter(({ status }) => status !== 'ended') : [];
  const ask = () => {
    setAsks(true);
    void loadPending();
  };
  const goOn = () => {
    setAsks(false);
    void deleteAccount();
  };
  return (
    <Card as="section" title={strings.data_title}>
      <div className={styles.stack}>
        <p className="soft">{strings.data_export_text}</p>
        <Button variant="outline" onClick={exportData}>
          {strings.data_export}
        </Button>
        <p className={`${styles.apart} soft`}>{strings.data_delete_text}</p>
        <Button variant="outline" onClick={ask}>
          {strings.data_delete}
        </Button>
      </div>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={strings.delete_title}
        closeLabel={strings.close}
        actions={
          <>
            <Button onClick={goOn}>{strings.delete_confirm}</Button>
            <Button variant="outline" onClick={() => setAsks(false)}>
              {strings.delete_cancel}
            </Button>
          </>
        }
      >
        <p>{strings.delete_text}</p>
        {running.length > 0 && (
          <>
            <p>{strings.delete_subscriptions}</p>
            <ul>
              {running.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </Card>
  );
}
