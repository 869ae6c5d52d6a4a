import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { maxNicknameLength } from '#shared/accounts/contract.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { $isNaming, renameAccount } from './stores/nickname.ts';
import { type CardProps, useTexts } from './texts.ts';

export function NicknameForm({ account, onSaved }: CardProps & { readonly onSaved: () => void }) {
  const { strings } = useTexts();
  const isNaming = useStore($isNaming);
  const [nickname, setNickname] = useState(account.nickname ?? '');
  const [error, setError] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const naming = await renameAccount(account.id, nickname);
    if (naming.isSaved) onSaved();
    // The message belongs to the field: a toast would be behind the dialog.
    else if (naming.reason !== null) setError(naming.reason || strings.nickname_failed);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack">
      <TextInput
        label={strings.nickname}
        hint={strings.nickname_hint}
        maxLength={maxNicknameLength}
        autoComplete="off"
        value={nickname}
        error={error || undefined}
        onChange={({ target }) => {
          setError('');
          setNickname(target.value);
        }}
      />
      <Button label={strings.nickname_save} type="submit" busy={isNaming} />
    </form>
  );
}
