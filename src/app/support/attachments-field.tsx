import { useStore } from '@nanostores/react';
import { maxAttachments } from '#shared/support/terms.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './contact.module.css';
import type { UploadStore } from './stores/tickets.ts';
import { useTexts } from './texts.ts';

const accepted = 'image/jpeg,image/png,image/webp,application/pdf';

type AttachmentsFieldProps = { readonly uploads: UploadStore; readonly error?: string | undefined };

/** Uploads chosen files at once and lists them until the message is sent. */
export function AttachmentsField({ uploads, error }: AttachmentsFieldProps) {
  const { strings, t } = useTexts();
  const { files, error: refused } = useStore(uploads.$uploads);
  return (
    <div className="stack gap-2">
      <TextInput
        type="file"
        label={strings.attach}
        note={strings.optional}
        accept={accepted}
        disabled={files.length >= maxAttachments}
        hint={strings.attach_hint}
        error={refused ?? error}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void uploads.add(file);
        }}
      />
      <ul className={styles.files} aria-live="polite">
        {files.map(({ key, name, attachment }) => (
          <li key={key}>
            <span className="breakable">{name}</span>
            {attachment === null ? (
              <span className="muted small">{strings.attach_uploading}</span>
            ) : (
              <Button
                label={strings.attach_remove}
                variant="quiet"
                size="small"
                aria-label={t('attach_remove_label', { name })}
                onClick={() => uploads.remove(key)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
