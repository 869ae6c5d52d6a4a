import { useState } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { exportData } from '../stores/profile.ts';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';

const DeletionDialog = onDemand(async () => (await import('./deletion-dialog.tsx')).DeletionDialog);

export function DataCard() {
  const { strings } = useTexts();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Card as="section" id="data" title={strings.data_title}>
      <div className={styles.stack}>
        <p className="muted">{strings.data_export_text}</p>
        <Button label={strings.data_export} variant="outline" onClick={exportData} />
        <p className={`${styles.apart} muted`}>{strings.data_delete_text}</p>
        <Button label={strings.data_delete} variant="danger" onClick={() => setConfirming(true)} />
      </div>
      {isConfirming && <DeletionDialog fallback={null} onClose={() => setConfirming(false)} />}
    </Card>
  );
}
