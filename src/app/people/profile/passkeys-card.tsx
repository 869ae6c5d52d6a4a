import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { LoadAlert } from '#app/shell/on-demand.tsx';
import { useForm } from '#app/shell/use-form.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Form } from '#ui/form.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import {
  $isAdding,
  $passkeys,
  addNewPasskey,
  createRenameForm,
  type Passkey,
  removeOldPasskey,
} from '../stores/passkeys.ts';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';

export function PasskeysCard() {
  const { strings } = useTexts();
  const { status, data } = useStore($passkeys);
  const isAdding = useStore($isAdding);
  const [renamed, setRenamed] = useState<string | null>(null);
  useEffect(() => void $passkeys.load(), []);
  return (
    <Card as="section" id="passkeys" title={strings.passkeys_title}>
      <div className={styles.stack}>
        <p className="muted">{strings.passkeys_lead}</p>
        {status === 'failed' && data === undefined ? (
          <LoadAlert again={$passkeys.load} />
        ) : data === undefined ? (
          <div role="status">
            <span className="visually-hidden">{strings.passkeys_loading}</span>
            <Skeleton shape="control" />
          </div>
        ) : (
          data.passkeys.length > 0 && (
            <ul className={styles.passkeys}>
              {data.passkeys.map((passkey) => (
                <li key={passkey.id}>
                  {renamed === passkey.id ? (
                    <Rename passkey={passkey} onDone={() => setRenamed(null)} />
                  ) : (
                    <Row passkey={passkey} onRename={() => setRenamed(passkey.id)} />
                  )}
                </li>
              ))}
            </ul>
          )
        )}
        <Button label={strings.passkeys_add} variant="outline" busy={isAdding} onClick={addNewPasskey} />
      </div>
    </Card>
  );
}

function Row({ passkey, onRename }: { readonly passkey: Passkey; readonly onRename: () => void }) {
  const { strings, t, locale } = useTexts();
  const { id, name, synced, createdAt, lastUsedAt } = passkey;
  const day = (at: number) => formatDateTime(at, locale, { dateStyle: 'medium' });
  const facts = [
    t('passkeys_added', { date: day(createdAt) }),
    lastUsedAt === null ? strings.passkeys_unused : t('passkeys_used', { date: day(lastUsedAt) }),
    synced ? strings.passkeys_synced : strings.passkeys_device,
  ];
  return (
    <div className="cluster between">
      <div>
        <b className={styles.address}>{name}</b>
        <p className="muted">{facts.join(' · ')}</p>
      </div>
      <div className="cluster">
        <Button
          label={strings.passkeys_rename}
          variant="quiet"
          size="small"
          aria-label={t('passkeys_rename_of', { name })}
          onClick={onRename}
        />
        <Button
          label={strings.passkeys_remove}
          variant="danger"
          size="small"
          aria-label={t('passkeys_remove_of', { name })}
          onClick={() => removeOldPasskey(id)}
        />
      </div>
    </div>
  );
}

function Rename({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const { strings } = useTexts();
  const [form] = useState(() => createRenameForm(passkey, onDone));
  const { busy, field } = useForm(form);
  return (
    <Form className={styles.form} onSubmit={form.submit}>
      <TextInput label={strings.passkeys_name} {...field('name')} autoComplete="off" autoFocus />
      <div className="cluster">
        <Button label={strings.passkeys_save} type="submit" variant="outline" busy={busy} />
        <Button label={strings.passkeys_cancel} variant="quiet" onClick={onDone} />
      </div>
    </Form>
  );
}
