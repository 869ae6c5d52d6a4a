import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $deferredOrders, loadUnfinishedOrders } from '#app/accounts/stores/unfinished-orders.ts';
import { $pending } from '#app/billing/stores/billing.ts';
import { useAccountName } from '#app/shell/program-names.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { $openAccounts, loadOpenAccounts } from '../stores/open-accounts.ts';
import { deleteAccount } from '../stores/profile.ts';
import { useTexts } from './texts.ts';

/** Says what else ends with the profile, before it does. */
export function DeletionDialog({ onClose }: { readonly onClose: () => void }) {
  const { strings } = useTexts();
  const nameOf = useAccountName();
  const pending = useStore($pending);
  const accounts = useStore($openAccounts);
  const deferredOrders = useStore($deferredOrders);
  const running = pending.data?.subscriptions.filter(({ status }) => status !== 'ended') ?? [];
  useEffect(() => {
    void $pending.load();
    void loadOpenAccounts();
    void loadUnfinishedOrders();
  }, []);
  const confirmDeletion = () => {
    onClose();
    void deleteAccount();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.delete_title}
      closeLabel={strings.close}
      actions={
        <>
          <Button label={strings.delete_confirm} variant="danger" onClick={confirmDeletion} />
          <Button label={strings.delete_cancel} variant="outline" onClick={onClose} />
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
  );
}

type DeletedItemsProps = {
  readonly text: string;
  readonly entries: readonly { readonly id: string; readonly name: string }[];
};

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
