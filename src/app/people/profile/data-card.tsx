import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $deferredOrders, loadUnfinishedOrders } from '#app/accounts/stores/unfinished-orders.ts';
import { $pending } from '#app/billing/stores/billing.ts';
import { useAccountName } from '#app/shell/program-names.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { $openAccounts, deleteAccount, exportData, loadOpenAccounts } from '../stores/profile.ts';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';

export function DataCard() {
  const { strings } = useTexts();
  const [isConfirming, setConfirming] = useState(false);
  const nameOf = useAccountName();
  const pending = useStore($pending);
  const accounts = useStore($openAccounts);
  const deferredOrders = useStore($deferredOrders);
  const running = pending.data?.subscriptions.filter(({ status }) => status !== 'ended') ?? [];
  const openConfirmation = () => {
    setConfirming(true);
    void $pending.load();
    void loadOpenAccounts();
    void loadUnfinishedOrders();
  };
  const confirmDeletion = () => {
    setConfirming(false);
    void deleteAccount();
  };
  return (
    <Card as="section" id="data" title={strings.data_title}>
      <div className={styles.stack}>
        <p className="muted">{strings.data_export_text}</p>
        <Button label={strings.data_export} variant="outline" onClick={exportData} />
        <p className={`${styles.apart} muted`}>{strings.data_delete_text}</p>
        <Button label={strings.data_delete} variant="danger" onClick={openConfirmation} />
      </div>
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={strings.delete_title}
        closeLabel={strings.close}
        actions={
          <>
            <Button label={strings.delete_confirm} variant="danger" onClick={confirmDeletion} />
            <Button label={strings.delete_cancel} variant="outline" onClick={() => setConfirming(false)} />
          </>
        }
      >
        <p>{strings.delete_text}</p>
        <DeletedItems text={strings.delete_subscriptions} entries={running} />
        <DeletedItems
          text={strings.delete_accounts}
          entries={accounts.map((account) => ({ id: account.id, name: nameOf(account) }))}
        />
        <DeletedItems
          text={strings.delete_orders}
          entries={deferredOrders.map(({ orderId: id, name }) => ({ id, name }))}
        />
      </Dialog>
    </Card>
  );
}

type DeletedItemsProps = {
  readonly text: string;
  readonly entries: readonly { readonly id: string; readonly name: string }[];
};

/** What is closed, ended or refunded with the profile, one item per line. */
function DeletedItems({ text, entries }: DeletedItemsProps) {
  if (entries.length === 0) return null;
  return (
    <>
      <p>{text}</p>
      <ul>
        {entries.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
}
