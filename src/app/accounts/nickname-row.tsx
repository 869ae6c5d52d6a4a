import { useState } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ButtonRow } from '#ui/link-rows.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type CardProps, useTexts } from './texts.ts';

const NicknameForm = onDemand(async () => (await import('./nickname-form.tsx')).NicknameForm);

/** The account's nickname, which the owner alone sees, and the dialog that changes it. */
export function NicknameRow({ account }: CardProps) {
  const { strings } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ButtonRow label={strings.nickname} value={account.nickname ?? ''} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={strings.nickname_title} closeLabel={strings.close}>
          <NicknameForm
            fallback={<Skeleton shape="row" count={2} />}
            account={account}
            onSaved={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}
